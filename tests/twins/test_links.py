"""Typed links of a paper: ORCIDs of its authors, ten in the header and all of them in the linkset."""

import json
import re

import pytest

from papers.models import Authorship
from tests.factories import make_paper, make_researcher

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def orcid(number):
    return f"0000-0001-0000-{number:04}"


def test_orcids_are_author_links_and_only_the_linkset_has_all(client):
    paper = make_paper(authors=[f"Ada L{number}" for number in range(14)])
    slots = list(paper.authorships.all())
    for number, slot in enumerate(slots):
        if number % 2:
            Authorship.objects.filter(pk=slot.pk).update(orcid=orcid(number))
        else:
            known = make_researcher(slot.printed, orcid=orcid(number), paper_count=1)
            Authorship.objects.filter(pk=slot.pk).update(researcher=known, evidence="orcid")
    everyone = [f"https://orcid.org/{orcid(number)}" for number in range(14)]
    answer = client.get(paper.get_absolute_url())
    assert re.findall(r'<([^>]*)>; rel="author"', answer.headers["Link"]) == everyone[:10]
    assert len(answer.headers["Link"].encode()) < 4_096
    (told,) = json.loads(client.get(f"{paper.get_absolute_url()}.linkset.json").content)["linkset"]
    assert [link["href"] for link in told["author"]] == everyone


def test_orcid_of_who_objected_is_told_nowhere(client):
    paper = make_paper()
    hidden = make_researcher("Ada Lovelace", orcid=orcid(7), hidden_at=paper.changed_at, paper_count=1)
    paper.authorships.update(researcher=hidden, evidence="orcid")
    page = paper.get_absolute_url()
    for suffix in ("", ".json", ".jsonld", ".md", ".linkset.json", ".bib", ".ris", ".csl.json"):
        answer = client.get(page + suffix)
        told = answer.content.decode() + answer.headers["Link"]
        assert orcid(7) not in told and f"/researchers/{hidden.pk}" not in told, suffix
