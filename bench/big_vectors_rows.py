"""Writes the mixed vectors of `bench.big_vectors` into the site's table. Needs Django."""

import time
from pathlib import Path

import numpy
from django.conf import settings
from django.db import connection

from bench.big_vectors import END, PART, SIGNATURE, mixed, rows, told
from papers.models import Paper
from search import vector_index
from search.documents import embedded_text, recipe_name
from search.evaluation.filling import Vectors
from search.models import Embedding, Recipe

COLUMNS = "paper_id, recipe, text_hash, vector, change_seq, made_at"


def make(scratch: Path, size: int) -> None:
    began = time.monotonic()
    recipe = recipe_name(settings.EMBEDDING_MODEL)
    papers = numpy.array(list(Paper.objects.listed().order_by("id").values_list("id", flat=True)), dtype=numpy.int64)
    if Embedding.objects.filter(recipe=recipe).count() == len(papers) and vector_index.is_ready(recipe):
        told("the vectors are there already", began)
        return
    real = Paper.objects.listed().order_by("id").values_list("title", "abstract")[:size]
    texts = [text for title, abstract in real if (text := embedded_text(title, abstract))]
    pool = numpy.stack(list(Vectors(scratch).of(texts).values()))
    told(f"{len(pool):,} real vectors", began)
    vector_index.drop(recipe)
    table = Embedding._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table}")
        with cursor.copy(f"COPY {table} ({COLUMNS}) FROM STDIN (FORMAT binary)") as copy:
            copy.write(SIGNATURE)
            for start in range(0, len(papers), PART):
                part = papers[start : start + PART]
                copy.write(rows(part, mixed(pool, part), recipe))
            copy.write(END)
        told(f"{len(papers):,} rows", began)
        cursor.execute(f"SET maintenance_work_mem = '{max(256, len(papers) * 2 // 1000)}MB'")
        Recipe.objects.get_or_create(name=recipe)
        vector_index.ensure(recipe)
        cursor.execute(f"VACUUM (ANALYZE) {table}")
    told("with their index", began)
