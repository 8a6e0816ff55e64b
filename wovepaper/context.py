"""What every template may use: the site's name, address and operator."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "operator_name": settings.OPERATOR_NAME,
        "operator_contact": settings.OPERATOR_CONTACT,
    }
