"""`manage.py load_sample`: the corpus for a first look."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand

from harvest.loading.sample import load
from harvest.management.progress import summary


class Command(BaseCommand):
    help = "Load the sample corpus: landmark papers, described in our own words. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        result = load()
        self.stdout.write(summary(result, time.monotonic() - began))
        if result.records == result.refused:
            sys.exit(1)
