"""`manage.py remove_paper ID --reason …`: take a paper down on request, or put it back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from harvest.removal import UnknownPaper, put_back, remove


class Command(BaseCommand):
    help = "Take a paper down: its page says that it was removed, and no harvest brings it back. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("arxiv_id", help="in any spelling, an address too")
        parser.add_argument("--reason", required=True, help="who asked and why, in a few words; only curators see it")
        parser.add_argument("--undo", action="store_true", help="put it back")

    def handle(self, *args: Any, arxiv_id: str, reason: str, undo: bool, **options: Any) -> None:
        try:
            done = put_back(arxiv_id, reason) if undo else remove(arxiv_id, reason)
        except UnknownPaper as error:
            raise CommandError(str(error), returncode=2) from None
        if done:
            self.stdout.write("Put back." if undo else "Removed; its page answers 410 from now on.")
        else:
            self.stdout.write("It was not removed on request." if undo else "It was removed on request before.")
