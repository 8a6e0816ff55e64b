"""Bylines as values say what those of models say."""

import pytest
from django.utils import timezone

from papers.bylines import add_bylines
from papers.models import Authorship, Paper
from papers.structured_data import coins
from papers.templatetags.paper_text import byline
from tests.factories import make_paper, make_researcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers():
    """One with more authors than are shown: known, known by one source, hidden, a group; and one without any."""
    signed, lonely = make_paper(title="Of many"), make_paper(title="Of nobody")
    Authorship.objects.filter(paper__in=[signed, lonely]).delete()
    hidden = make_researcher(name="Hidden Henry", hidden_at=timezone.now())
    ada = "Ada <i>Lovelace</i>"
    known = make_researcher(name=ada)
    slots = [
        {
            "printed": "Ada <i>Lovelace</i>",
            "family": "Lovelace",
            "given": "Ada",
            "researcher": known,
            "evidence": "orcid",
        },
        {"printed": "A. Lovelace", "family": "Lovelace", "researcher": known, "evidence": "one-source"},
        {"printed": "Hidden Henry", "family": "Henry", "given": "Hidden", "researcher": hidden, "evidence": "orcid"},
        {"printed": "ATLAS Collaboration", "kind": "group"},
        *({"printed": f"Number {number}", "family": f"{number}", "given": "Number"} for number in range(5)),
    ]
    for position, slot in enumerate(slots, 1):
        Authorship.objects.create(paper=signed, position=position, **slot)
    Paper.objects.filter(id=signed.id).update(author_count=len(slots))
    return [signed.id, lonely.id]


def test_rows_look_the_same_by_either_way(papers):
    by_models = Paper.objects.for_rows().in_bulk(papers)
    by_values = Paper.objects.for_rows().prefetch_related(None).in_bulk(papers)
    add_bylines(by_values.values())
    for paper in papers:
        assert byline(by_values[paper]) == byline(by_models[paper])
        assert coins(by_values[paper]) == coins(by_models[paper])
    shown = byline(by_values[papers[0]])
    assert shown.count("<a ") == 2 and "Hidden Henry" in shown and "and 3 more" in shown
    assert "<i>" not in shown


def test_no_papers_ask_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        add_bylines([])
