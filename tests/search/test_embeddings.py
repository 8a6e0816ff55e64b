"""Embeddings and similar papers: found by themselves, resumable, nothing twice, and the site lives without a model."""

import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from common.work import MAX_ATTEMPTS
from papers.models import RelatedPaper
from search import embedding_work, status
from search.embedders import StandIn
from search.embedding_work import current_recipe, note_changes, work
from search.models import Embedding, EmbeddingWork
from search.related import SHOWN
from tests.factories import make_paper
from tests.search.changing import touch, uncommitted_copy
from tests.search.embedding import embed_all, similar
from tests.services import test_database_environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stand_in_model")]

PROJECT = Path(__file__).resolve().parent.parent.parent


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
