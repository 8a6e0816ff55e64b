"""A set's documents as the only papers of a database of their own, with word index and vectors as the site's."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
from django.conf import settings
from django.db import connection
from django.utils import timezone

from papers.models import Paper
from search import vector_index
from search.documents import embedded_text, recipe_name, text_hash
from search.embedders import embedder
from search.models import Embedding
from search.writer import rebuild

WHEN = datetime(2020, 1, 1, tzinfo=UTC)
PART = 256


@contextmanager
def empty_site() -> Iterator[Path]:
    """A database of its own beside ours, empty, and an index folder; both go away. Gives the folder."""
    before, named = settings.SEARCH_INDEX_DIR, connection.settings_dict["TEST"]["NAME"]
    with tempfile.TemporaryDirectory(prefix="wove-evaluation-") as folder:
        name = connection.settings_dict["NAME"]
        connection.settings_dict["TEST"]["NAME"] = f"evaluate_{name}"
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        settings.SEARCH_INDEX_DIR = Path(folder)
        try:
            yield Path(folder)
        finally:
            settings.SEARCH_INDEX_DIR = before
            connection.creation.destroy_test_db(name, verbosity=0)
            connection.settings_dict["TEST"]["NAME"] = named


def fill(home: Path, documents: Mapping[str, Mapping[str, Any]], vectors: "Vectors") -> dict[int, str]:
    """The documents' names by our ids."""
    recipe = recipe_name(vectors.model)
    vector_index.drop(recipe)  # what is deleted stays in it until a vacuum
    Paper.objects.all().delete()
    made = Paper.objects.bulk_create(
        Paper(
            arxiv_id=f"judged/{number:07}", title=one["title"], title_tex="", title_html="", abstract=one["text"],
            tex_recipe=0, category_codes=["cs"], first_submitted_at=WHEN, latest_submitted_at=WHEN,
            content_hash="judged", first_held_at=WHEN, changed_at=WHEN,
        )
        for number, one in enumerate(documents.values())
    )  # fmt: skip
    rebuild(home)
    texts = {paper.pk: embedded_text(paper.title, paper.abstract) for paper in made}
    found = vectors.of([text for text in texts.values() if text])
    now = timezone.now()
    Embedding.objects.bulk_create(
        (
            Embedding(paper_id=paper, recipe=recipe, text_hash="", vector=found[text], change_seq=0, made_at=now)
            for paper, text in texts.items()
            if text
        ),
        batch_size=PART,
    )
    vector_index.ensure(recipe)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {Embedding._meta.db_table}")
    return {paper.pk: name for paper, name in zip(made, documents, strict=True)}


class Vectors:
    """Vectors of texts, made by the site's embedder and kept in a file from run to run."""

    def __init__(self, folder: Path) -> None:
        self.model = settings.EMBEDDING_MODEL
        self._file = folder / f"{text_hash(recipe_name(self.model))}.npz"
        self._known: dict[str, numpy.ndarray] = {}
        if self._file.exists():
            with numpy.load(self._file) as kept:
                self._known = dict(zip(kept["hashes"].tolist(), kept["vectors"], strict=True))

    def of(self, texts: Sequence[str]) -> dict[str, numpy.ndarray]:
        lacking = sorted({text for text in texts if text_hash(text) not in self._known}, key=len)
        for start in range(0, len(lacking), PART):
            part = lacking[start : start + PART]
            for text, vector in zip(part, embedder().embed(part), strict=True):
                self._known[text_hash(text)] = numpy.asarray(vector, dtype=numpy.float32)
            self._keep()
        return {text: self._known[text_hash(text)] for text in texts}

    def _keep(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        half = self._file.with_suffix(".half.npz")
        numpy.savez(half, hashes=numpy.array(list(self._known)), vectors=numpy.stack(list(self._known.values())))
        half.replace(self._file)
