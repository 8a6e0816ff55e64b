"""Signs of life of workers, as rows: written by work that ran, not by a connection that is open."""

import os
import socket
from datetime import timedelta

from django.db import connection
from django.db.models.functions import Now

from harvest.models import WorkerHeartbeat

FORGOTTEN_AFTER = timedelta(days=1)


def beat() -> None:
    """This host's worker lives. Its child processes come and go, so they share the name of their parent."""
    name = f"{socket.gethostname()[:60]}:{os.getppid()}"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO harvest_workerheartbeat (worker, beat_at) VALUES (%s, now()) "
            "ON CONFLICT (worker) DO UPDATE SET beat_at = now()",
            [name],
        )


def prune() -> None:
    WorkerHeartbeat.objects.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).delete()
