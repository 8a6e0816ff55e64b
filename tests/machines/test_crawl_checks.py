"""The crawl of `make crawl` sees what is wrong with an answer."""

import pytest

from bench import crawl_tasks
from bench.asking import Answer
from bench.crawl_checks import file_errors, item_errors, line_errors, page_errors, paper_errors
from bench.crawl_tasks import Found, ask_addresses, ask_papers, kind_of
from papers.models import Paper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"
WHOLE = f'<html><link rel="canonical" href="{SITE}/x?a=1&amp;b=2"></html>'


def page(body=WHOLE, status=200, **headers):
    return Answer("/x?a=1&b=2", status, headers, body.encode(), 0.1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (page(), None),
        (page(status=500), "status 500"),
        (page(WHOLE.removesuffix("</html>")), "cut short"),
        (page(WHOLE.replace("b=2", "b=3")), "canonical"),
        (page("<html></html>"), "canonical is missing"),
        (page(**{"Set-Cookie": "a=b"}), "cookie"),
        (page(Vary="Cookie"), "cookie"),
        (page(WHOLE.replace("</html>", '<script type="application/ld+json">{</script></html>')), "JSON-LD"),
    ],
)
def test_faults_of_a_page_are_seen(answer, said):
    errors = page_errors(answer)
    assert (said in errors[0] and len(errors) == 1) if said else errors == []


@pytest.mark.parametrize(
    ("kind", "body", "good"),
    [
        ("application/json", "{}", True),
        ("application/json", "{", False),
        ("application/rss+xml; charset=utf-8", "<rss/>", True),
        ("application/rss+xml; charset=utf-8", "<rss>", False),
        ("text/plain", "", False),
        ("text/plain", "x", True),
    ],
)
def test_faults_of_a_file_are_seen(kind, body, good):
    assert (file_errors(page(body, **{"Content-Type": kind})) == []) is good


@pytest.fixture
def asked_by_client(client, monkeypatch):
    """The crawl's own way through WSGI ends connections, and with them the test's transaction."""

    class ThroughClient:
        def get(self, address):
            answer = client.get(address)
            return Answer(address, answer.status_code, dict(answer.headers), answer.getvalue(), 0.1)

    monkeypatch.setattr(crawl_tasks, "SITE", ThroughClient())


def test_a_held_paper_passes_all_checks_and_leads_on(held, asked_by_client):
    paper = held(categories=("cs.LG",))
    found = ask_papers([paper.pk])
    assert (found.errors, found.items, found.lines, found.statuses[200]) == ([], 1, 1, len(found.seconds))
    walked = ask_addresses(["/", "/papers", "/rss/latest.xml", f"/sitemaps/papers-{paper.pk // 25_000}.xml"])
    assert walked.errors == []
    assert walked.linked == walked.mapped == {paper.arxiv_id}
    assert {"/categories", "/categories/cs.LG", "/about"} <= walked.addresses
    assert not any(address.startswith(("/search", "/static")) for address in walked.addresses)


def test_a_broken_page_item_or_line_is_an_error(held, monkeypatch):
    paper = held()
    assert paper_errors(Answer(paper.get_absolute_url(), 404, {}, b"", 0.1))
    Paper.objects.filter(pk=paper.pk).update(title="", slug="x y")
    paper.refresh_from_db()
    assert item_errors([paper])
    monkeypatch.setattr("bench.crawl_checks.sitemap_line", lambda paper: "<url><loc>a & b</loc></url>")
    assert line_errors([paper])


def test_an_address_that_does_not_answer_is_an_error(held, asked_by_client):
    held()
    found = ask_addresses(["/papers/1900"])
    assert found.statuses == {404: 1}
    assert len(found.errors) == 1


def test_kinds_are_told_apart():
    assert kind_of("/papers/2020/01/15?page=2") == "day"
    assert kind_of("/papers/2020/01") == "month"
    assert kind_of("/categories/cs.LG/feed.xml") == "feed"
    assert kind_of("/categories/cs.LG/2020/01") == "field month"
    assert Found().errors == []
