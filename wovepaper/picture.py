"""`/picture.png`: what stands for pages that have no picture of their own."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.pictures import Card, picture_answer


def picture(request: HttpRequest) -> HttpResponseBase:
    return picture_answer(request, Card("", "Papers, researchers and institutions, woven together"))
