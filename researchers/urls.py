"""`/researchers` and lookups by ORCID."""

from django.http import HttpRequest
from django.urls import path, re_path

from common.http_caching import PAGE, SEARCH, cached
from common.negotiation import preferred
from researchers.views import detail, finding, index, more


def _by_accept(request: HttpRequest) -> str:
    return preferred(request, finding.FORMATS).suffix


sheet = cached(PAGE, finding.changed_at, vary=["Accept"], variant=_by_accept)
listing = cached(PAGE, finding.lists_changed_at)
lookup = cached(SEARCH)

urlpatterns = [
    path("researchers", listing(index.researchers), name="researchers"),
    re_path(r"^researchers/(?P<spelling>[1-9][^/]*)/coauthors$", listing(more.coauthors), name="researcher-coauthors"),
    re_path(r"^researchers/(?P<spelling>[1-9][^/]*)/history$", listing(more.history), name="researcher-history"),
    path("researchers/<str:spelling>", sheet(detail.researcher), name="researcher"),
    path("orcid/<path:spelling>", lookup(finding.orcid_lookup), name="orcid-lookup"),
]
