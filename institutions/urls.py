"""`/institutions` and lookups by ROR id. An id may come as a whole address, slashes and all."""

from django.urls import path, re_path

from common import list_files, numbered_things
from common.http_caching import PAGE, SEARCH, cached
from common.list_files import LIST_SUFFIX
from institutions.views import detail, finding, index, more

sheet = cached(PAGE, finding.changed_at, vary=["Accept"], variant=numbered_things.format_by_accept)
listing = cached(PAGE, finding.lists_changed_at, vary=["Accept"], variant=list_files.format_by_accept)
of_people = cached(PAGE, vary=["Accept"])
plain = cached(PAGE, finding.lists_changed_at)
lookup = cached(SEARCH)

_ONE = r"^institutions/(?P<spelling>[1-9][^/]*)"

urlpatterns = [
    re_path(rf"^institutions{LIST_SUFFIX}$", listing(index.institutions), name="institutions"),
    re_path(rf"{_ONE}/researchers{LIST_SUFFIX}$", of_people(more.people), name="institution-researchers"),
    re_path(rf"{_ONE}/parts{LIST_SUFFIX}$", listing(more.parts), name="institution-parts"),
    re_path(rf"{_ONE}/history$", plain(more.history), name="institution-history"),
    path("institutions/<path:spelling>", sheet(detail.institution), name="institution"),
    path("ror/<path:spelling>", lookup(finding.ror_lookup), name="ror-lookup"),
]
