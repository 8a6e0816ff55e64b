"""Which researcher an address means: by id, by a name that one or several bear, by an outside id."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase

from common.error_answers import error_answer
from common.identifiers import parse_orcid
from common.namesakes import Namesakes, Told, answer_name
from common.negotiation import Format
from common.numbered_things import one_of, page_changed_at
from common.problems import Problem
from common.slugs import slug
from researchers.list_files import people_files
from researchers.models import Researcher
from researchers.names import fold
from researchers.querysets import ResearcherQuerySet

LONGEST_NAME = 200


def find(
    request: HttpRequest, researchers: ResearcherQuerySet, spelling: str, below: str = ""
) -> Researcher | HttpResponse:
    """The researcher of an id with or without slug; the answer where readers get another than the page."""
    found: Researcher | HttpResponse = one_of(researchers, spelling, "researcher", below)
    if isinstance(found, Researcher) and found.hidden_at:
        problem = Problem("removed", "The person asked for the profile not to be shown.")
        return error_answer(request, problem, "researchers/removed", {"section": "researchers"}, 410)
    return found


def changed_at(request: HttpRequest, spelling: str) -> datetime | None:
    """When the facts of a researcher's page changed; None where the answer is another than the page."""
    stamps = Researcher.objects.changes().values_list("slug", "latest")
    return page_changed_at(request, spelling, "researcher", stamps)


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """Lists of people change whenever any of them does; what is found by name also when its index does."""
    if request.GET.get("q"):
        return None
    return Researcher.objects.aggregate(latest=Max("changed_at"))["latest"]


def by_name(request: HttpRequest, name: str, asked: Format) -> HttpResponseBase:
    """All who bear a name, or the way to the only one."""
    folded = fold(name.replace("-", " "))[:LONGEST_NAME]
    tidy = slug(folded)
    return answer_name(
        request,
        asked,
        Namesakes(
            section="researchers",
            route="researcher",
            rows=Researcher.objects.listed().named(folded) if folded else Researcher.objects.none(),
            key=tidy or name,
            is_tidy=bool(tidy) and fold(tidy.replace("-", " ")) == folded,
            unknown=f"This site knows no researcher of the name {name[:80]}.",
            told=_told,
            files=people_files,
        ),
    )


def orcid_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    orcid = parse_orcid(spelling)
    if orcid is None:
        raise Http404(f"{spelling[:80]} is no ORCID.")
    found = (
        Researcher.objects.filter(orcid=orcid, hidden_at=None, merged_into=None).first()
        or Researcher.objects.listed().filter(profiles__orcid=orcid, profiles__gone_at=None).order_by("id").first()
    )
    if found is None:
        raise Http404(f"This site knows no researcher with the ORCID {orcid}.")
    return HttpResponseRedirect(found.get_absolute_url())


def by_profile(source: str, outside_id: str) -> Researcher | None:
    """Whom an outside profile belongs to."""
    return Researcher.objects.listed().filter(profiles__source=source, profiles__outside_id=outside_id).first()


def _told(rows: Sequence[Researcher]) -> Told:
    shown = rows[0].name
    return Told(
        shown,
        f"Researchers of the name {shown}",
        f"Several researchers bear the name {shown}, with what tells them apart.",
    )
