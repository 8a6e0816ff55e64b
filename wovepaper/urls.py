"""One include per app, then addresses for machines and error pages."""

from django.contrib import admin
from django.urls import include, path

from common.documents import format_by_accept
from common.http_caching import PAGE, SEARCH, cached
from wovepaper import pages
from wovepaper.components import components
from wovepaper.status import status

page = cached(PAGE)
home = cached(PAGE, pages.home_changed_at, vary=["Accept"], variant=format_by_accept)(pages.home)

urlpatterns = [
    path("", home, name="home"),
    path("index.md", home, {"suffix": ".md"}, name="home-markdown"),
    path("", include("wovepaper.machine_urls")),
    path("", include("wovepaper.api.urls")),
    path("", include("papers.urls")),
    path("", include("researchers.urls")),
    path("", include("institutions.urls")),
    path("", include("search.urls")),
    path("about", page(pages.about), name="about"),
    path("contact", page(pages.contact), name="contact"),
    path("privacy", page(pages.privacy), name="privacy"),
    path("developers", page(pages.developers), name="developers"),
    path("developers/components", components, name="components"),
    path("status", cached(SEARCH, vary=["Accept"])(status), name="status"),
    path("status.json", cached(SEARCH)(status), {"suffix": ".json"}, name="status-json"),
    path("healthz", pages.healthz, name="healthz"),
    path("readyz", pages.readyz, name="readyz"),
    path("admin/", admin.site.urls),
]
handler400 = "wovepaper.errors.bad_request"
handler404 = "wovepaper.errors.not_found"
handler500 = "wovepaper.errors.server_error"
