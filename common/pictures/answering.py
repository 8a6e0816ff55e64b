"""A picture as an answer: from disk at once, else drawn within the budget of the network that asks."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from common.http_caching import MACHINE
from common.limits import limited
from common.negotiation import PNG
from common.open_answers import for_programs
from common.pictures.card import Card
from common.pictures.drawing import drawn
from common.pictures.keeping import keep, kept


def picture_answer(request: HttpRequest, card: Card) -> HttpResponseBase:
    picture = kept(card)
    return _answer(picture) if picture is not None else _draw(request, card)


@limited("picture")
def _draw(request: HttpRequest, card: Card) -> HttpResponseBase:
    picture = drawn(card)
    keep(card, picture)
    return _answer(picture)


def _answer(picture: bytes) -> HttpResponse:
    response = HttpResponse(picture, content_type=PNG.content_type)
    response.headers["Cache-Control"] = MACHINE
    return for_programs(response)
