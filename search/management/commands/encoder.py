"""`manage.py encoder`: keep the embedding model in memory and turn queries into vectors for the web processes."""

import signal
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from search.encoder.server import serve


class Command(BaseCommand):
    help = "Encode queries for the web processes of this host, over a Unix socket, until stopped."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--wait", type=float, default=0, help="seconds before it begins, after one that ended")

    def handle(self, *args: Any, **options: Any) -> None:
        stopped = False

        def stop(number: int, frame: FrameType | None) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        begin = time.monotonic() + options["wait"]
        while not stopped and time.monotonic() < begin:
            time.sleep(0.2)
        serve(lambda: stopped)
