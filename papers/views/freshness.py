"""When lists last changed: whenever any paper did, since counts and neighbours show on all of them."""

from datetime import datetime

from django.db.models import Max
from django.http import HttpRequest

from papers.models import Paper


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    return Paper.objects.aggregate(latest=Max("changed_at"))["latest"]
