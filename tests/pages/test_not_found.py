"""A page that is not there helps on, in the form that was asked for, and keeps its status."""

import pytest
from bs4 import BeautifulSoup
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import RequestFactory

from tests.factories import make_institution, make_researcher
from tests.weaving import weave, written
from wovepaper.middleware import tidy_addresses, tidy_path


@pytest.fixture
def missing(client, db, collected_static):
    def get(path, **headers):
        response = client.get(path, headers=headers)
        assert response.status_code == 404
        return response

    return get


def test_not_found_names_what_was_asked_and_ways_on(missing):
    tree = BeautifulSoup(missing("/no/such-page").content, "html.parser")
    assert tree.select_one(".asked-path").text == "/no/such-page"
    assert tree.select_one("#q-404")["value"] == "no such page"
    links = {link["href"] for link in tree.select("main a")}
    assert {"/", "/papers", "/categories", "/sitemap.xml", "/llms.txt"} <= links


def test_people_and_places_are_named_with_how_their_addresses_are_built(missing):
    written(make_researcher("Ada Lovelace"), at=[make_institution("Analytical Institute")])
    weave()
    html, text = missing("/nope"), missing("/nope", accept="text/markdown").content.decode()
    tree = BeautifulSoup(html.content, "html.parser")
    assert {"/researchers", "/institutions"} <= {link["href"] for link in tree.select("main a")}
    for built in ("/researchers/ada-lovelace", "/orcid/0000-0002-1825-0097", "/institutions/cern", "/ror/05a28rw58"):
        assert built in tree.select_one(".addr").text
        assert f"`{built}`" in text
    assert "- [Researchers](http://127.0.0.1:8000/researchers)\n- [Institutions](" in text


def test_words_of_a_name_that_is_not_found_are_searched_for(missing):
    tree = BeautifulSoup(missing("/researchers/no-such-person").content, "html.parser")
    assert tree.select_one("#q-404")["value"] == "no such person"


def test_markdown_is_given_to_who_prefers_it(missing):
    response = missing("/papers/2611.99871-on-threads", accept="text/markdown, text/html;q=0.5")
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    text = response.content.decode()
    assert text.startswith("# Not found\n")
    assert "(https://arxiv.org/abs/2611.99871)" in text
    assert "<" not in text
    assert response["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("accept", ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*", "", "image/png"])
def test_everyone_else_gets_html(missing, accept):
    response = missing("/nope", accept=accept)
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "Accept" in response["Vary"]


def test_markup_in_an_address_stays_text(missing):
    assert b"<script>alert" not in missing("/papers/<script>alert(1)</script>").content
    assert b"<img" not in missing('/"><img src=x>').content


def test_only_a_well_formed_id_leads_to_arxiv(missing):
    assert b"arxiv.org/abs/" not in missing("/papers/2613.00001").content
    assert b"arxiv.org/abs/2611.99871" in missing("/arxiv/2611.99871").content
    assert b"arxiv.org/abs/hep-th/9901001" in missing("/papers/hep-th/9901001v2-some-title").content


def test_long_address_is_cut(missing):
    assert len(missing(f"/{'x' * 5000}").content) < 20_000


@pytest.mark.parametrize(
    ("path", "tidy"),
    [
        ("/", "/"),
        ("/about/", "/about"),
        ("//evil.example/", "/evil.example"),
        ("///evil.example", "/evil.example"),
        ("/About", "/about"),
        ("/papers/ABC/", "/papers/ABC"),
        ("/admin/", "/admin/"),
        ("/static/Css/", "/static/Css/"),
    ],
)
def test_tidy_path_names_no_other_host(path, tidy):
    assert tidy_path(path) == tidy


def test_redirect_to_a_tidy_address_carries_no_line_break():
    environ = RequestFactory().get("/").environ | {"PATH_INFO": "/about\r\nSet-Cookie: a=b/", "QUERY_STRING": "q=\r\nx"}
    response = tidy_addresses(lambda request: HttpResponse("page"))(WSGIRequest(environ))
    assert response.status_code == 301
    assert "\n" not in response["Location"]
    assert "\r" not in response["Location"]
    assert response["Location"].startswith("/about%0D%0A")
