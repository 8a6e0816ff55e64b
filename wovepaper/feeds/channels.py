"""What the feeds of all papers and of one category say of themselves, and which papers are a category's."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from papers.fields import Field
from papers.models import PaperCategory
from wovepaper.feeds.items import Channel


def of_all(title: str, description: str, route: str, suffix: str) -> Channel:
    return Channel(
        title=f"{title} · {settings.SITE_NAME}",
        description=description,
        path=reverse(route, args=[suffix]),
        page=reverse("papers"),
    )


def of_category(category: Field, title: str, description: str, route: str, suffix: str) -> Channel:
    return Channel(
        title=f"{category.code}: {title} · {settings.SITE_NAME}",
        description=description,
        path=reverse(route, args=[category.code, suffix]),
        page=category.href,
    )


def papers_in(category: Field) -> QuerySet[PaperCategory, Any]:
    """Their ids; of an archive those of all its categories."""
    return PaperCategory.objects.filter(category=category.code).values("paper")
