"""`/researchers` and lookups by ORCID."""

from django.http import HttpRequest
from django.urls import path, re_path

from common.http_caching import PAGE, SEARCH, cached
from common.list_files import LIST_SUFFIX, format_by_accept
from common.negotiation import preferred
from common.numbered_things import FORMATS
from researchers.views import detail, finding, index, more


def _by_accept(request: HttpRequest) -> str:
    return preferred(request, FORMATS).suffix


sheet = cached(PAGE, finding.changed_at, vary=["Accept"], variant=_by_accept)
listing = cached(PAGE, finding.lists_changed_at, vary=["Accept"], variant=format_by_accept)
plain = cached(PAGE, finding.lists_changed_at)
lookup = cached(SEARCH)

_ONE = r"^researchers/(?P<spelling>[1-9][^/]*)"

urlpatterns = [
    re_path(rf"^researchers{LIST_SUFFIX}$", listing(index.researchers), name="researchers"),
    re_path(rf"{_ONE}/coauthors{LIST_SUFFIX}$", listing(more.coauthors), name="researcher-coauthors"),
    re_path(rf"{_ONE}/history$", plain(more.history), name="researcher-history"),
    path("researchers/<str:spelling>", sheet(detail.researcher), name="researcher"),
    path("orcid/<path:spelling>", lookup(finding.orcid_lookup), name="orcid-lookup"),
]
