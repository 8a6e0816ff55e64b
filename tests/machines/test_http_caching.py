"""Cache headers, and 304 before anything is rendered."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import HttpResponse, HttpResponseRedirect
from django.test import RequestFactory

from common.http_caching import MACHINE, PAGE, PRIVATE, SEARCH, cached, is_fragment

CHANGED = datetime(2030, 5, 6, 7, 8, 9, 500_000, UTC)  # after the release, whenever that is


class Counted:
    def __init__(self, response=None):
        self.calls = 0
        self.response = response

    def __call__(self, request):
        self.calls += 1
        return self.response or HttpResponse("whole page")


def get(view, **headers):
    return view(RequestFactory().get("/x", headers=headers))


def test_either_validator_alone_answers_304_without_running_the_view():
    counted = Counted()
    view = cached(PAGE, lambda request: CHANGED, vary=["Accept"])(counted_view(counted))
    first = get(view)
    assert (first.status_code, counted.calls) == (200, 1)
    for headers in ({"If-None-Match": first.headers["ETag"]}, {"If-Modified-Since": first.headers["Last-Modified"]}):
        again = get(view, **headers)
        assert (again.status_code, counted.calls, again.content) == (304, 1, b"")
        for name in ("ETag", "Last-Modified", "Cache-Control", "Vary"):
            assert again.headers[name] == first.headers[name]


def test_changed_facts_and_a_new_release_end_both_validators(settings):
    facts = {"at": CHANGED}
    view = cached(PAGE, lambda request: facts["at"])(counted_view(Counted()))
    first = get(view)
    held = [{"If-None-Match": first.headers["ETag"]}, {"If-Modified-Since": first.headers["Last-Modified"]}]
    facts["at"] = CHANGED + timedelta(seconds=1)
    assert [get(view, **headers).status_code for headers in held] == [200, 200]
    facts["at"] = CHANGED
    assert [get(view, **headers).status_code for headers in held] == [304, 304]
    settings.RELEASED_AT = CHANGED + timedelta(days=1)
    assert [get(view, **headers).status_code for headers in held] == [200, 200]


def test_fragment_and_page_have_different_tags():
    told = {"vary": ["HX-Request"], "variant": lambda request: str(is_fragment(request))}
    view = cached(PAGE, lambda request: CHANGED, **told)(counted_view(Counted()))
    page = get(view).headers["ETag"]
    assert get(view, **{"HX-Request": "true"}).headers["ETag"] != page
    assert get(view, **{"HX-Request": "true", "HX-Boosted": "true"}).headers["ETag"] == page
    assert get(view, **{"HX-Request": "true", "HX-History-Restore-Request": "true"}).headers["ETag"] == page


def test_unknown_thing_gets_no_validator_and_runs_the_view():
    view = cached(PAGE, lambda request: None)(counted_view(Counted(HttpResponse(status=404))))
    answer = get(view, **{"If-None-Match": "*"})
    assert answer.status_code == 404
    assert "ETag" not in answer.headers
    assert answer.headers["Cache-Control"] == SEARCH


def test_where_nothing_tells_of_changes_the_bytes_do():
    counted = Counted()
    view = cached(MACHINE)(counted_view(counted))
    first = get(view)
    assert "Last-Modified" not in first.headers
    again = get(view, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == MACHINE
    counted.response = HttpResponse("another page")
    assert get(view, **{"If-None-Match": first.headers["ETag"]}).content == b"another page"


@pytest.mark.django_db
@pytest.mark.usefixtures("collected_static")
@pytest.mark.parametrize(
    ("path", "policy"),
    [
        *((path, PAGE) for path in ("/", "/papers", "/categories", "/categories/cs.LG", "/about", "/developers")),
        *((path, SEARCH) for path in ("/status", "/status.json", "/suggest?q=a")),
        *(
            (path, MACHINE)
            for path in (
                "/robots.txt", "/llms.txt", "/opensearch.xml", "/sitemap.xml", "/sitemaps/pages-0.xml", "/openapi.json",
                "/.well-known/api-catalog", "/rss/latest.xml", "/rss/updates.atom", "/categories/cs.LG/feed.json",
            )
        ),
    ],
)  # fmt: skip
def test_every_answer_says_how_long_it_keeps_and_is_304_by_its_tag(client, held, path, policy):
    held()
    first = client.get(path)
    first.getvalue()
    assert first.headers["Cache-Control"] == policy
    assert "Cookie" not in first.headers.get("Vary", "")
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, policy)


@pytest.mark.parametrize(("policy", "kept"), [(PAGE, SEARCH), (MACHINE, SEARCH), (PRIVATE, PRIVATE)])
def test_redirects_are_kept_briefly(policy, kept):
    view = cached(policy)(counted_view(Counted(HttpResponseRedirect("/y"))))
    assert get(view).headers["Cache-Control"] == kept


def test_policies_are_as_the_conventions_say():
    assert PAGE == "public, max-age=60, s-maxage=600, stale-while-revalidate=86400, stale-if-error=604800"
    assert SEARCH == "public, max-age=60, s-maxage=300"
    assert MACHINE == "public, max-age=3600, stale-if-error=604800"
    assert PRIVATE == "private, no-store"


def counted_view(counted):
    def view(request):
        return counted(request)

    return view
