"""`/institutions` and lookups by ROR id. An id may come as a whole address, slashes and all."""

from django.http import HttpRequest
from django.urls import path, re_path

from common.http_caching import PAGE, SEARCH, cached
from common.negotiation import preferred
from institutions.views import detail, finding, index, more


def _by_accept(request: HttpRequest) -> str:
    return preferred(request, finding.FORMATS).suffix


sheet = cached(PAGE, finding.changed_at, vary=["Accept"], variant=_by_accept)
listing = cached(PAGE, finding.lists_changed_at)
lookup = cached(SEARCH)

_ONE = r"^institutions/(?P<spelling>[1-9][^/]*)"

urlpatterns = [
    path("institutions", listing(index.institutions), name="institutions"),
    re_path(rf"{_ONE}/researchers$", cached(PAGE)(more.people), name="institution-researchers"),
    re_path(rf"{_ONE}/parts$", listing(more.parts), name="institution-parts"),
    re_path(rf"{_ONE}/history$", listing(more.history), name="institution-history"),
    path("institutions/<path:spelling>", sheet(detail.institution), name="institution"),
    path("ror/<path:spelling>", lookup(finding.ror_lookup), name="ror-lookup"),
]
