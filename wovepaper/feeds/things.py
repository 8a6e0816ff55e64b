"""Feeds of a researcher and of an institution, below its address with or without the name."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from institutions.models import Institution
from papers.models import Authorship, Paper, PaperInstitution
from researchers.models import Researcher
from wovepaper.feeds.items import Channel
from wovepaper.feeds.views import answer


def researcher_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    found = Researcher.objects.select_related("merged_into").filter(pk=int(number), hidden_at=None).first()
    if found is None:
        raise Http404(f"There is no researcher {number}.")
    if (moved := _moved(request, found.standing, suffix)) is not None:
        return moved
    papers = Paper.objects.listed().filter(id__in=Authorship.objects.filter(researcher=found).values("paper"))
    return answer(_channel(found, f"papers by {found.name}", suffix), papers, suffix)


def institution_feed(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    found = Institution.objects.select_related("merged_into").filter(pk=int(number)).first()
    if found is None:
        raise Http404(f"There is no institution {number}.")
    if (moved := _moved(request, found.standing, suffix)) is not None:
        return moved
    papers = Paper.objects.listed().filter(id__in=PaperInstitution.objects.filter(institution=found).values("paper"))
    return answer(_channel(found, f"papers from {found.name} and its parts", suffix), papers, suffix)


def _moved(request: HttpRequest, thing: Researcher | Institution, suffix: str) -> HttpResponse | None:
    path = f"{thing.get_absolute_url()}/feed.{suffix}"
    return None if request.path == path else HttpResponsePermanentRedirect(path)


def _channel(thing: Researcher | Institution, what: str, suffix: str) -> Channel:
    page = thing.get_absolute_url()
    return Channel(
        title=f"{thing.name} · {settings.SITE_NAME}",
        description=f"The newest {what}, by the day this site first held them.",
        path=f"{page}/feed.{suffix}",
        page=page,
    )
