"""`/researchers` and lookups by ORCID."""

from django.urls import path, re_path

from common import list_files, numbered_things
from common.http_caching import PAGE, SEARCH, cached
from common.list_files import LIST_SUFFIX
from researchers.views import detail, finding, index, more

sheet = cached(PAGE, finding.changed_at, vary=["Accept"], variant=numbered_things.format_by_accept)
listing = cached(PAGE, finding.lists_changed_at, vary=["Accept"], variant=list_files.format_by_accept)
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
