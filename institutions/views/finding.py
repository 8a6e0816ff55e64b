"""Which institution an address means: by id, by ROR's, by a name, acronym or alias of one or several."""

import re
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase

from common.identifiers import parse_ror
from common.namesakes import Namesakes, Told, answer_name
from common.negotiation import Format
from common.numbered_things import one_of, page_changed_at
from common.slugs import slug
from institutions.list_files import place_files
from institutions.models import Institution, InstitutionName
from institutions.names import fold
from institutions.querysets import InstitutionQuerySet

_ONE_SLASH = re.compile(r"^(https?):/(?=[^/])", re.IGNORECASE)


def find(institutions: InstitutionQuerySet, spelling: str, below: str = "") -> Institution | HttpResponse:
    """The institution of an id with or without slug; the answer where readers are to be sent on."""
    found: Institution | HttpResponse = one_of(institutions, spelling, "institution", below)
    return found


def changed_at(request: HttpRequest, spelling: str) -> datetime | None:
    """When the facts of an institution's page changed; None where the answer is another than the page."""
    stamps = Institution.objects.changes().values_list("slug", "latest")
    return page_changed_at(request, spelling, "institution", stamps)


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """Lists of places change whenever any of them does; what is found by name also when its index does."""
    if request.GET.get("q"):
        return None
    return Institution.objects.aggregate(latest=Max("changed_at"))["latest"]


def ror_of(spelling: str) -> str:
    """The nine signs of a ROR id in any spelling; empty where it is none."""
    full = parse_ror(_ONE_SLASH.sub(r"\1://", spelling))
    return full.rpartition("/")[2] if full else ""


def by_ror(ror: str, *, moved: bool) -> HttpResponse:
    """301 from an address below /institutions, 302 from a lookup."""
    found = Institution.objects.select_related("merged_into").filter(ror=ror).first()
    if found is None:
        raise Http404(f"This site does not hold the institution https://ror.org/{ror}.")
    path = found.standing.get_absolute_url()
    return HttpResponsePermanentRedirect(path) if moved else HttpResponseRedirect(path)


def ror_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    ror = ror_of(spelling)
    if not ror:
        raise Http404(f"{spelling[:80]} is no ROR id.")
    return by_ror(ror, moved=False)


def by_name(request: HttpRequest, name: str, asked: Format) -> HttpResponseBase:
    """All that bear a name, acronym or alias, or the way to the only one."""
    words = name.replace("-", " ")
    folded = fold(words)
    tidy = slug(words)

    def told(rows: Sequence[Institution]) -> Told:
        spelled = InstitutionName.objects.filter(institution__in=[row.pk for row in rows], folded=folded)
        shown = spelled.values_list("value", flat=True).order_by("pk").first() or words
        description = f"Several institutions are called {shown}; choose the one that is meant."
        return Told(shown, f"Institutions called {shown}", description)

    return answer_name(
        request,
        asked,
        Namesakes(
            section="institutions",
            route="institution",
            rows=Institution.objects.listed().called(folded) if folded else Institution.objects.none(),
            key=tidy or name,
            is_tidy=bool(tidy) and fold(tidy.replace("-", " ")) == folded,
            unknown=f"This site knows no institution called {name[:80]}.",
            told=told,
            files=place_files,
        ),
    )
