"""`manage.py dump`: make a dump of everything now, as happens every night."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from wovepaper.dumps.making import NoRoom, Underway, make


class Command(BaseCommand):
    help = (
        "Dump papers, researchers, institutions and authorships as JSON lines and Parquet under DUMPS_DIR. "
        "Nobody sees it before it is complete; killed, it leaves nothing that the next one does not sweep away."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            dump = make(self.stdout.write)
        except (Underway, NoRoom) as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"Published as {dump.folder}")
