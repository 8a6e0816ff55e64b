"""Signs of life of workers, as rows: written by work that ran, not by a connection that is open."""

import os
import socket
from datetime import timedelta

from django.db.models.functions import Now

from harvest.models import WorkerHeartbeat

FORGOTTEN_AFTER = timedelta(days=1)


def beat() -> None:
    """This host's worker lives. Its child processes come and go, so they share the name of their parent."""
    name = f"{socket.gethostname()[:60]}:{os.getppid()}"
    WorkerHeartbeat.objects.update_or_create(worker=name, defaults={"beat_at": Now()})


def prune() -> None:
    WorkerHeartbeat.objects.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).delete()
