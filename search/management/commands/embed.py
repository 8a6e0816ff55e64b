"""`manage.py embed`: make the embeddings that are lacking, in the foreground, with progress.

Another model is brought in beside the one in use: `--model NAME` makes its embeddings and their index while the site
goes on; then EMBEDDING_MODEL=NAME and a restart switch to it, and `--forget OLD` takes the old ones away.
"""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from search import embedding_work
from search.documents import recipe_name
from search.embedders import ModelAway, embedder

SLICE_SECONDS = 10


class Command(BaseCommand):
    help = "Embed the papers that lack an embedding or changed, newest first, and find similar papers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, help="stop after so many papers")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--model", help="embed by this model, beside the one in use")
        how.add_argument("--forget", metavar="MODEL", help="take away all embeddings of a model that is not in use")

    def handle(self, *args: Any, **options: Any) -> None:
        in_use = settings.EMBEDDING_MODEL
        if options["forget"]:
            self._forget(options["forget"])
            return
        settings.EMBEDDING_MODEL = options["model"] or in_use  # of this process alone
        try:
            self._embed(options["limit"], only_embed=in_use != settings.EMBEDDING_MODEL)
        finally:
            settings.EMBEDDING_MODEL = in_use

    def _embed(self, limit: int | None, *, only_embed: bool) -> None:
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

        more = True
        while more and (limit is None or done < limit):
            left = None if limit is None else limit - done
            more = embedding_work.work(SLICE_SECONDS, limit=left, told=told, only_embed=only_embed)
            seconds = time.monotonic() - began
            self.stdout.write(f"{done:,} papers embedded, {done / seconds:.0f} a second")
            self.stdout.flush()
        if only_embed and not more:
            name = settings.EMBEDDING_MODEL
            self.stdout.write(f"Nothing is lacking: set EMBEDDING_MODEL={name} and restart to switch to it.")

    def _forget(self, model: str) -> None:
        if model == settings.EMBEDDING_MODEL:
            raise CommandError(f"{model} is in use: set another EMBEDDING_MODEL first.")
        self.stdout.write(f"{embedding_work.forget(recipe_name(model)):,} embeddings of {model} taken away.")
