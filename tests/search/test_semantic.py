"""The nearest by meaning: enough of them, the right ones, under every filter, and never a removed paper."""

from datetime import UTC, datetime, timedelta

import numpy
import pytest
from django.db import connection
from django.utils import timezone

from papers.models import Paper
from search import semantic, vector_index
from search.answers import Filters
from search.documents import recipe_name
from search.embedders import STAND_IN, StandIn
from search.models import DIMENSIONS, Embedding
from search.query import Years
from search.semantic import MeaningAway, NoVectors
from tests.factories import make_paper

pytestmark = pytest.mark.django_db

RECIPE = recipe_name(STAND_IN)
START = datetime(2000, 1, 1, tzinfo=UTC)


def embed(papers, vectors, recipe=RECIPE):
    now = timezone.now()
    Embedding.objects.bulk_create(
        Embedding(paper=paper, recipe=recipe, text_hash="", vector=vector, change_seq=0, made_at=now)
        for paper, vector in zip(papers, vectors, strict=True)
    )
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or no index can be made in this transaction
    vector_index.ensure(recipe)


def embed_titles(*papers):
    embed(papers, StandIn().embed([paper.title for paper in papers]))


def nearest(text_or_vector, filters=None, limit=semantic.NEAREST):
    vector = StandIn().embed([text_or_vector])[0] if isinstance(text_or_vector, str) else text_or_vector
    with semantic.around(STAND_IN, vector) as around:
        return around.nearest(filters or Filters(), limit)


def papers_of(found):
    return [one.paper for one in found]


@pytest.fixture
def many():
    """1,000 papers of eight years around 20 subjects, every fiftieth about mathematics; their vectors by paper."""
    made = Paper.objects.bulk_create(
        Paper(
            arxiv_id=f"made/{n:07}", title=f"Paper {n}", title_tex="", title_html="", tex_recipe=1,
            category_codes=["math.AG" if n % 50 == 0 else "cs.LG"], first_submitted_at=START + timedelta(days=3 * n),
            latest_submitted_at=START, content_hash="", first_held_at=START, changed_at=START,
        )
        for n in range(1_000)
    )  # fmt: skip
    chance = numpy.random.default_rng(4)
    subjects = chance.normal(size=(20, DIMENSIONS))
    vectors = subjects[chance.integers(20, size=1_000)] + 0.8 * chance.normal(size=(1_000, DIMENSIONS))
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    embed(made, vectors)
    return dict(zip((paper.id for paper in made), vectors, strict=True))


@pytest.fixture
def only_by_index():
    """A table this small would be read whole; a large one never is."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute("ANALYZE search_embedding")


def test_of_the_nearest_fifty_nearly_all_are_found_by_the_index_of_the_recipe(many, only_by_index):
    with connection.cursor() as cursor:
        vector = semantic.HalfVector(next(iter(many.values()))).to_text()
        cursor.execute(
            "EXPLAIN SELECT paper_id FROM search_embedding WHERE recipe = %s ORDER BY vector <=> %s::halfvec LIMIT 50",
            [RECIPE, vector],
        )
        assert vector_index.name_of(RECIPE) in "\n".join(row[0] for row in cursor.fetchall())
    ids, vectors = numpy.array(list(many)), numpy.stack(list(many.values()))
    shares = []
    for vector in vectors[::50]:
        exact = set(ids[numpy.argsort(-(vectors @ vector))[:50]].tolist())
        shares.append(len(exact & set(papers_of(nearest(vector, limit=50)))) / 50)
    assert sum(shares) / len(shares) >= 0.95


def test_under_a_filter_as_many_are_found_as_pass(many, only_by_index, reindex, monkeypatch):
    reindex()
    monkeypatch.setattr(semantic, "CHUNK", 100)
    held = set(Paper.objects.filter(category_codes=["math.AG"]).values_list("id", flat=True))
    vector = next(iter(many.values()))
    assert len(held) == 20
    for few in (semantic.FEW_PAPERS, 0):  # measured one by one, then walked to
        monkeypatch.setattr(semantic, "FEW_PAPERS", few)
        found = nearest(vector, Filters(categories=("math",)), limit=50)
        assert set(papers_of(found)) == held
        assert [one.closeness for one in found] == sorted((one.closeness for one in found), reverse=True)
        assert len(nearest(vector, Filters(years=(Years(2001, 2006),)), limit=50)) == 50


def test_a_removed_paper_is_never_near_though_its_vector_is_still_there(reindex):
    near, gone, far = (make_paper(title=title) for title in ("Graphene sheets", "Graphene sheets", "Dwarf galaxies"))
    embed_titles(near, gone, far)
    reindex()
    Paper.objects.filter(pk=gone.pk).update(removed_at=timezone.now())
    assert papers_of(nearest("graphene sheets")) == [near.id, far.id]
    assert papers_of(nearest("graphene sheets", limit=1)) == [near.id]
    assert papers_of(nearest("graphene sheets", Filters(categories=("cs.LG",)))) == [near.id, far.id]


def test_equally_near_papers_stand_by_date_then_number():
    older = make_paper(title="Graphene", first_submitted_at=datetime(2001, 1, 1, tzinfo=UTC))
    newer = make_paper(title="Graphene", first_submitted_at=datetime(2002, 1, 1, tzinfo=UTC))
    twin = make_paper(title="Graphene", first_submitted_at=datetime(2002, 1, 1, tzinfo=UTC))
    embed_titles(older, newer, twin)
    assert papers_of(nearest("graphene")) == [twin.id, newer.id, older.id]


def test_vectors_of_another_recipe_are_not_looked_at():
    paper = make_paper(title="Graphene")
    embed_titles(paper)
    embed([make_paper(title="Graphene")], StandIn().embed(["Graphene"]), recipe=recipe_name("another"))
    assert papers_of(nearest("graphene")) == [paper.id]


def test_without_any_vector_there_is_nothing_to_be_near_to():
    with pytest.raises(NoVectors):
        nearest("graphene")


def test_a_dropped_index_is_said_not_scanned_around():
    embed_titles(make_paper(title="Graphene"))
    vector_index.drop(RECIPE)
    with pytest.raises(MeaningAway, match="index of the vectors"):
        nearest("graphene")
    assert vector_index.ensure(RECIPE)
    assert len(nearest("graphene")) == 1


def test_a_statement_that_takes_too_long_is_ended():
    embed_titles(make_paper(title="Graphene"))
    with (
        pytest.raises(MeaningAway, match="statement timeout"),
        semantic.around(STAND_IN, numpy.ones(DIMENSIONS)),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT pg_sleep(30)")


@pytest.mark.django_db(transaction=True)
def test_the_settings_of_a_question_end_with_it():
    embed_titles(make_paper(title="Graphene"))
    nearest("graphene")
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('hnsw.ef_search')")
        assert cursor.fetchone() == ("0", "40")


@pytest.mark.django_db(transaction=True)
def test_the_index_is_made_beside_readers_and_a_broken_one_again():
    embed_titles(make_paper(title="Graphene"))
    assert not vector_index.ensure(RECIPE)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass(%s)", [vector_index.name_of(RECIPE)]
        )
    assert not vector_index.is_ready(RECIPE)
    assert vector_index.ensure(RECIPE)
    assert vector_index.is_ready(RECIPE)
