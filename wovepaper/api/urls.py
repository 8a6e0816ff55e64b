"""`/api/v1`, its description, the pages that explain it. What is below /api and no operation is a problem document."""

from django.urls import path, re_path

from common.http_caching import MACHINE, PAGE, cached
from wovepaper.api import pages
from wovepaper.api.answering import ROOT, no_such_address, view_of
from wovepaper.api.operations import OPERATIONS
from wovepaper.mcp.views import mcp

urlpatterns = [
    *(
        path(
            (ROOT + operation.path).lstrip("/").replace("{id}", "<path:spelling>"),
            view_of(operation),
            name=operation.id,
        )
        for operation in OPERATIONS
    ),
    re_path(r"^api(?:/(?P<rest>(?s:.*)))?$", no_such_address, name="api-nothing"),
    path("mcp", mcp, name="mcp"),
    path("openapi.json", cached(MACHINE)(pages.openapi_json), name="openapi"),
    path("developers/api", cached(PAGE)(pages.api), name="developers-api"),
    path("developers/problems", cached(PAGE)(pages.problems), name="developers-problems"),
]
