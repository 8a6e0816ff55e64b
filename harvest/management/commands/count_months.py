"""`manage.py count_months`: count the papers of each month and category anew."""

from typing import Any

from django.core.management.base import BaseCommand

from harvest.ingest.month_counts import remake


class Command(BaseCommand):
    help = "Count the papers of each month and category anew. Ingest keeps these counts; this mends them."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{remake():,} counts were wrong.")
