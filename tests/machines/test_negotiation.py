"""Which format a suffix or an Accept header gets."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from common.negotiation import (
    BIBTEX,
    CSL_JSON,
    HTML,
    JSON,
    JSON_LD,
    LINKSET,
    MARKDOWN,
    PDF,
    RIS,
    preferred,
    say_negotiated,
    split_suffix,
)
from papers.formats import PAPER_FORMATS

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,*/*;q=0.8"

ASKED = [
    (None, HTML),
    ("", HTML),
    (BROWSER, HTML),
    ("*/*", HTML),
    ("text/*", HTML),
    ("application/*", JSON),
    ("application/json", JSON),
    ("application/json; charset=utf-8", HTML),
    ("text/markdown", MARKDOWN),
    ("text/markdown; charset=utf-8", MARKDOWN),
    ("text/markdown, text/html;q=0.9", MARKDOWN),
    ("text/html, text/markdown", HTML),
    ("text/html;q=0.5, text/markdown;q=0.6", MARKDOWN),
    ("text/html;q=0.5, */*;q=0.4", HTML),
    ("text/html;q=0, */*", MARKDOWN),
    ("text/markdown;q=0, text/html;q=0.1", HTML),
    ("text/*;q=0, text/markdown", MARKDOWN),
    ("application/json;q=0", HTML),
    ("application/x-bibtex", BIBTEX),
    ("application/x-research-info-systems, */*;q=0.1", RIS),
    ("application/vnd.citationstyles.csl+json", CSL_JSON),
    ("application/ld+json", JSON_LD),
    ("application/linkset+json", LINKSET),
    ("application/pdf", HTML),
    ("image/png", HTML),
    ("nonsense", HTML),
    ("text/html;q=x", HTML),
    (";;;,,,", HTML),
]


@pytest.mark.parametrize(("accept", "chosen"), ASKED, ids=[str(accept) for accept, _ in ASKED])
def test_accept_gets_its_format(accept, chosen):
    headers = {} if accept is None else {"Accept": accept}
    assert preferred(RequestFactory().get("/", headers=headers), PAPER_FORMATS) is chosen


@pytest.mark.parametrize(
    ("path", "rest", "chosen"),
    [
        ("2401.16265-some-title", "2401.16265-some-title", HTML),
        ("2401.16265", "2401.16265", HTML),
        ("2401.16265.bib", "2401.16265", BIBTEX),
        ("2401.16265-t.csl.json", "2401.16265-t", CSL_JSON),
        ("2401.16265-t.linkset.json", "2401.16265-t", LINKSET),
        ("2401.16265-t.json", "2401.16265-t", JSON),
        ("2401.16265-t.jsonld", "2401.16265-t", JSON_LD),
        ("math.GT/0309136.pdf", "math.GT/0309136", PDF),
        ("2401.16265.exe", "2401.16265.exe", HTML),
        (".md", ".md", HTML),
    ],
)
def test_suffix_parts_from_the_path(path, rest, chosen):
    assert split_suffix(path, PAPER_FORMATS) == (rest, chosen)


def test_negotiated_answer_says_where_it_stands_and_what_decided():
    response = say_negotiated(HttpResponse(), "/papers/2001.00001-x", MARKDOWN)
    assert response.headers["Content-Location"] == "/papers/2001.00001-x.md"
    assert response.headers["Vary"] == "Accept"
    assert "Content-Location" not in say_negotiated(HttpResponse(), "/papers/2001.00001-x", HTML).headers
