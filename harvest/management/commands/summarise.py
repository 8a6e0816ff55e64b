"""`manage.py summarise`: bring what pages of people and places add up to what is held; `--all` from the beginning."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from harvest.summaries import totals
from harvest.summaries.following import keep_up, remake


class Command(BaseCommand):
    help = "Bring stays of researchers and sums of institutions up to date. A periodic task does it by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="read all that is held, not only what changed")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"]:
            remake()
            self.stdout.write("All is summed up anew.")
        else:
            self.stdout.write(f"{keep_up(at_once=True):,} changes were followed.")
        totals.count()
