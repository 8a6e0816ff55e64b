"""Permanent redirects to the one tidy address of a page."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponsePermanentRedirect

from common.pagination import tidy_query


def to_tidy(request: HttpRequest, path: str, *names: str, **defaults: str) -> HttpResponsePermanentRedirect | None:
    """Where the page at `path` was asked for by another path, or by a query that is not tidy; None at its own address.

    `names` are the parameters that the page knows, `defaults` the values that go without saying (`tidy_query`); others
    are not copied.
    """
    tidy = tidy_query(request, *names, **defaults)
    if request.path == path and tidy is None:
        return None
    known = [(name, value) for name, values in request.GET.lists() if name in names for value in values]
    query = urlencode(known) if tidy is None else tidy
    return HttpResponsePermanentRedirect(path + (f"?{query}" if query else ""))
