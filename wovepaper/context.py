"""What every template may use: the site's name, address and operator, and whether it shows the sample corpus alone.

Nothing here touches the session or the user: public pages are the same for all.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import Value
from django.http import HttpRequest

from institutions.models import Institution
from papers.models import Paper
from researchers.models import Researcher

REMEMBERED = 60  # seconds; the corpus turns from sample to real, and gets its first researcher, once in a site's life


@dataclass(frozen=True, slots=True)
class State:
    """What the site holds: how many papers if all are of the sample corpus, else 0; whether people and places."""

    sample: int = 0
    researchers: bool = False
    institutions: bool = False


def site(request: HttpRequest) -> dict[str, object]:
    try:
        state: State = cache.get_or_set("site-state", state_now, REMEMBERED) or State()
    except DatabaseError:
        state = State()  # a page that needs no database is not to fail for the strip above it
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "operator_name": settings.OPERATOR_NAME,
        "operator_contact": settings.OPERATOR_CONTACT,
        "sample_only": bool(state.sample),
        "sample_size": state.sample,
        "has_researchers": state.researchers,
        "has_institutions": state.institutions,
    }


def state_now() -> State:
    """One question where there is a paper that is not of the sample."""
    arms = {
        "papers": Paper.objects.filter(own_words=False),
        "researchers": Researcher.objects.listed(),
        "institutions": Institution.objects.listed().filter(paper_count__gt=0),
    }
    first, *others = (
        rows.order_by().annotate(kind=Value(kind)).values_list("kind", flat=True)[:1] for kind, rows in arms.items()
    )
    kinds = set(first.union(*others, all=True))
    sample = Paper.objects.listed().count() if "papers" not in kinds else 0
    return State(sample, "researchers" in kinds, "institutions" in kinds)
