"""`manage.py encoder`: keep the embedding model in memory and turn queries into vectors for the web processes."""

import signal
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from search.encoder.server import serve


class Command(BaseCommand):
    help = "Encode queries for the web processes of this host, over a Unix socket, until stopped."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        stopped = False

        def stop(number: int, frame: FrameType | None) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        serve(lambda: stopped)
