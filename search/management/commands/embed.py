"""`manage.py embed`: make the embeddings that are lacking, in the foreground, with progress."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from search import embedding_work
from search.embedders import ModelAway, embedder

SLICE_SECONDS = 10


class Command(BaseCommand):
    help = "Embed the papers that lack an embedding or changed, newest first, and find similar papers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, help="stop after so many papers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            embedder()
        except ModelAway as away:
            raise CommandError(str(away)) from away
        embedding_work.note_changes(embedding_work.current_recipe())
        embedding_work.try_again()
        began, done = time.monotonic(), 0

        def told(papers: int) -> None:
            nonlocal done
            done += papers

        limit = options["limit"]
        more = True
        while more and (limit is None or done < limit):
            more = embedding_work.work(SLICE_SECONDS, limit=None if limit is None else limit - done, told=told)
            seconds = time.monotonic() - began
            self.stdout.write(f"{done:,} papers embedded, {done / seconds:.0f} a second")
            self.stdout.flush()
