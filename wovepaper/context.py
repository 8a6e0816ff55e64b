"""What every template may use: the site's name, address and operator, and whether it shows the sample corpus alone.

Nothing here touches the session or the user: public pages are the same for all.
"""

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest

from harvest.status import is_sample_only
from papers.models import Paper

SAMPLE_REMEMBERED = 60  # seconds; the corpus turns from sample to real once in a site's life


def site(request: HttpRequest) -> dict[str, object]:
    try:
        sample = cache.get_or_set("sample-size", sample_size, SAMPLE_REMEMBERED)
    except DatabaseError:
        sample = 0  # a page that needs no database is not to fail for the strip above it
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "operator_name": settings.OPERATOR_NAME,
        "operator_contact": settings.OPERATOR_CONTACT,
        "sample_only": bool(sample),
        "sample_size": sample,
    }


def sample_size() -> int:
    """How many papers, if all of them are of the sample corpus; 0 otherwise."""
    return Paper.objects.listed().count() if is_sample_only() else 0
