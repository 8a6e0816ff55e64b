"""Whose feed an address is, with or without the name in it; or what is answered there instead."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from institutions.models import Institution
from papers.fields import Field, field
from researchers.models import Researcher

P = ParamSpec("P")


class Answered(Exception):  # noqa: N818 - the way out, not a mistake
    """There is no feed at this address: `response` says what is."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def led_on(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """A view that answers what `find_...` says where it finds no feed."""

    @wraps(view)
    def answering(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except Answered as other:
            return other.response

    return answering


def find_category(code: str, ending: str) -> Field:
    """A category, or an archive with all its categories; other spellings lead to the code in use."""
    found = field(code)
    if found is None:
        raise Http404(f"arXiv has no category {code}.")
    if found.code != code:
        raise Answered(HttpResponsePermanentRedirect(f"{found.href}{ending}"))
    return found


def find_researcher(request: HttpRequest, number: str, ending: str) -> Researcher:
    """Of who does not want to be here, the address says so."""
    found = Researcher.objects.select_related("merged_into").filter(pk=int(number)).first()
    if found is None:
        raise Http404(f"There is no researcher {number}.")
    if found.standing.hidden_at:
        raise Answered(render(request, "researchers/removed.html", {"section": "researchers"}, status=410))
    _lead_on(request, found.standing, ending)
    return found


def find_institution(request: HttpRequest, number: str, ending: str) -> Institution:
    found = Institution.objects.select_related("merged_into").filter(pk=int(number)).first()
    if found is None:
        raise Http404(f"There is no institution {number}.")
    _lead_on(request, found.standing, ending)
    return found


def _lead_on(request: HttpRequest, thing: Researcher | Institution, ending: str) -> None:
    path = f"{thing.get_absolute_url()}{ending}"
    if request.path != path:
        raise Answered(HttpResponsePermanentRedirect(path))
