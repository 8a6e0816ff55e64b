"""Errors keep their status and come in the form that was asked for, by suffix or by Accept."""

import json

import pytest
from django.utils import timezone

from tests.factories import make_paper, make_researcher

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
MISSING = "/papers/2611.99871"
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"

FORMS = [
    ("", "", "text/html"),
    ("", BROWSER, "text/html"),
    ("", "text/markdown", "text/markdown"),
    ("", "application/json", "application/problem+json"),
    ("", "application/ld+json", "application/problem+json"),
    ("", "application/problem+json, text/html;q=0.1", "application/problem+json"),
    (".md", BROWSER, "text/markdown"),
    (".json", BROWSER, "application/problem+json"),
    (".jsonld", "*/*", "application/problem+json"),
    (".csl.json", "", "application/problem+json"),
    (".linkset.json", "", "application/problem+json"),
    (".bib", "", "text/markdown"),
    (".bib", BROWSER, "text/html"),
    (".ris", "*/*", "text/markdown"),
    (".exe", "", "text/html"),
]


@pytest.mark.parametrize(("suffix", "accept", "media_type"), FORMS)
def test_not_found_comes_as_it_was_asked_for(client, suffix, accept, media_type):
    answer = client.get(MISSING + suffix, headers={"Accept": accept})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].partition(";")[0] == media_type
    assert "Accept" in answer.headers["Vary"]
    assert (answer.headers.get("X-Robots-Tag") == "noindex") is (media_type != "text/html")
    if media_type == "application/problem+json":
        told = json.loads(answer.content)
        assert (told["status"], told["instance"]) == (404, MISSING + suffix)
        assert "2611.99871" in told["detail"]
    elif suffix != ".exe":
        assert "https://arxiv.org/abs/2611.99871" in answer.content.decode()


@pytest.mark.parametrize(("suffix", "accept", "media_type"), FORMS[:-1])
def test_removed_paper_and_person_are_gone_in_every_form(client, suffix, accept, media_type):
    paper = make_paper(removed_at=timezone.now())
    person = make_researcher("Ada Lovelace", hidden_at=timezone.now(), paper_count=1)
    things = [paper.get_absolute_url()]
    if suffix in ("", ".md", ".json", ".jsonld"):
        things.append(person.get_absolute_url())
    for page in things:
        answer = client.get(page + suffix, headers={"Accept": accept})
        assert answer.status_code == 410, page
        assert answer.headers["Content-Type"].partition(";")[0] == media_type
        assert "Ada Lovelace" not in answer.content.decode()
        assert "What it says" not in answer.content.decode()


def test_list_that_is_not_there_is_not_found_in_its_form(client):
    for path in ("/papers/2099.json", "/categories/no.Such.json", "/researchers/nobody.json", "/categories/cs.LG.json"):
        answer = client.get(path)
        expected = 200 if path == "/categories/cs.LG.json" else 404
        assert answer.status_code == expected, path
        assert answer.headers["Content-Type"].endswith("json"), path
