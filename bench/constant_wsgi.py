"""The site as granian serves it, with the constant view of `bench.constant_urls` beside it."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "bench.constant_urls"
application = get_wsgi_application()
