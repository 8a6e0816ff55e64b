"""The site's addresses, and one whose view answers a constant of the size asked for."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def constant(request: HttpRequest, size: int) -> HttpResponse:
    return HttpResponse(_constant(size))


@cache
def _constant(size: int) -> bytes:
    return b"x" * size


urlpatterns = [path("constant/<int:size>", constant), path("", include("wovepaper.urls"))]
