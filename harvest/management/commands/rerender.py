"""`manage.py rerender`: make titles and abstracts from their TeX again."""

from typing import Any

from django.core.management.base import BaseCommand

from harvest.rerendering import rerender


class Command(BaseCommand):
    help = "Render titles and abstracts again where another recipe made them. Safe to stop and to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        looked = differing = 0
        for looked, differing in rerender():
            if looked % 10_000 == 0:
                self.stderr.write(f"{looked:,} papers, {differing:,} came out otherwise")
        self.stdout.write(f"{looked:,} papers rendered, {differing:,} came out otherwise.")
