"""Feeds of new papers of a researcher and of an institution, below its address."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from institutions.models import Institution
from papers.models import Authorship, Paper, PaperInstitution
from researchers.models import Researcher
from wovepaper.feeds.finding import find_institution, find_researcher, led_on
from wovepaper.feeds.items import Channel
from wovepaper.feeds.views import new_papers


@led_on
def researcher_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    found = find_researcher(request, number, f"/feed.{suffix}")
    papers = Paper.objects.listed().filter(id__in=Authorship.objects.filter(researcher=found).values("paper"))
    return new_papers(_channel(request, found, f"papers by {found.name}"), papers, suffix)


@led_on
def institution_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    found = find_institution(request, number, f"/feed.{suffix}")
    papers = Paper.objects.listed().filter(id__in=PaperInstitution.objects.filter(institution=found).values("paper"))
    return new_papers(_channel(request, found, f"papers from {found.name} and its parts"), papers, suffix)


def _channel(request: HttpRequest, thing: Researcher | Institution, what: str) -> Channel:
    return Channel(
        title=f"{thing.name} · {settings.SITE_NAME}",
        description=f"The newest {what}, by the day this site first held them.",
        path=request.path,
        page=thing.get_absolute_url(),
    )
