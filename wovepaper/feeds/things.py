"""Feeds of new papers of a researcher and of an institution, below its address with or without the name."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from institutions.models import Institution
from papers.models import Authorship, Paper, PaperInstitution
from researchers.models import Researcher
from wovepaper.feeds.items import Channel
from wovepaper.feeds.views import new_papers


class Answered(Exception):  # noqa: N818 - the way out, not a mistake
    """There is no feed at this address: `response` says what is."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def researcher_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    try:
        found = find_researcher(request, number, f"/feed.{suffix}")
    except Answered as other:
        return other.response
    papers = Paper.objects.listed().filter(id__in=Authorship.objects.filter(researcher=found).values("paper"))
    return new_papers(_channel(request, found, f"papers by {found.name}"), papers, suffix)


def institution_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    found = Institution.objects.select_related("merged_into").filter(pk=int(number)).first()
    if found is None:
        raise Http404(f"There is no institution {number}.")
    if (moved := _moved(request, found.standing, f"/feed.{suffix}")) is not None:
        return moved
    papers = Paper.objects.listed().filter(id__in=PaperInstitution.objects.filter(institution=found).values("paper"))
    return new_papers(_channel(request, found, f"papers from {found.name} and its parts"), papers, suffix)


def find_researcher(request: HttpRequest, number: str, ending: str) -> Researcher:
    """Whose feed this address is; `Answered` where it leads elsewhere, or the person does not want to be here."""
    found = Researcher.objects.select_related("merged_into").filter(pk=int(number)).first()
    if found is None:
        raise Http404(f"There is no researcher {number}.")
    if found.standing.hidden_at:
        raise Answered(render(request, "researchers/removed.html", {"section": "researchers"}, status=410))
    if (moved := _moved(request, found.standing, ending)) is not None:
        raise Answered(moved)
    return found


def _moved(request: HttpRequest, thing: Researcher | Institution, ending: str) -> HttpResponse | None:
    path = f"{thing.get_absolute_url()}{ending}"
    return None if request.path == path else HttpResponsePermanentRedirect(path)


def _channel(request: HttpRequest, thing: Researcher | Institution, what: str) -> Channel:
    return Channel(
        title=f"{thing.name} · {settings.SITE_NAME}",
        description=f"The newest {what}, by the day this site first held them.",
        path=request.path,
        page=thing.get_absolute_url(),
    )
