"""`/dumps`: the page, manifests, and files by ranges. Names come from manifests; any other is 404."""

import os
from datetime import datetime
from http import HTTPStatus
from io import RawIOBase
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

from common import capacity
from common.addresses import absolute
from common.http_caching import MACHINE, SEARCH
from common.open_answers import for_programs
from common.structured_data import breadcrumb, graph, open_graph, web_page
from wovepaper.dumps import ranges, shelf
from wovepaper.dumps.downloads import Reading, in_turn
from wovepaper.dumps.shelf import MANIFEST, Dump

FILE = "public, max-age=86400, immutable"  # its address names its moment
BUSY_SECONDS = 60
DESCRIPTION = "All papers, researchers, institutions and authorships of this site as files: JSON lines and Parquet."


def page(request: HttpRequest) -> HttpResponse:
    path = "/dumps"
    crumbs = [("For developers", reverse("developers"))]
    kept = [(dump, manifest) for dump in shelf.dumps() if (manifest := dump.manifest())]
    context = {
        "canonical": path,
        "crumbs": crumbs,
        "description": DESCRIPTION,
        "structured": graph(
            web_page(path, "Dumps", DESCRIPTION), breadcrumb(path, [*crumbs, ("Dumps", path)]), *_dataset(path, kept)
        ),
        "social": open_graph("Dumps", DESCRIPTION, path),
        "kept": kept,
        "newest": kept[0][1] if kept else None,
        "days": settings.DUMPS_DAYS,
    }
    return render(request, "pages/dumps.html", context)


def page_changed_at(request: HttpRequest) -> datetime | None:
    """When the newest was made; its folder's date tells no less than its name."""
    last = shelf.newest()
    return last.made_at if last else None


def manifest(request: HttpRequest, name: str = "") -> HttpResponseBase:
    """Of the newest dump, or of the one named."""
    dump = shelf.named(name) if name else shelf.newest()
    told = dump.folder / MANIFEST if dump else None
    if told is None or not told.is_file():
        raise Http404("There is no such dump.")
    response = HttpResponse(told.read_bytes(), content_type="application/json")
    return _for_programs(response, FILE if name else MACHINE)


def newest_file(request: HttpRequest, file: str) -> HttpResponseBase:
    """Leads to the newest dump's; the address it leads to never changes what it gives."""
    dump = shelf.newest()
    if dump is None or dump.file(file) is None:
        raise Http404("There is no such file in the newest dump.")
    return _for_programs(HttpResponseRedirect(f"/dumps/{dump.name}/{file}"), SEARCH)


def file(request: HttpRequest, name: str, file: str) -> HttpResponseBase:
    dump = shelf.named(name)
    told = dump.file(file) if dump else None
    if dump is None or told is None:
        raise Http404("There is no such file in a dump.")
    etag, modified = f'"{told["sha256"][:40]}"', int(dump.made_at.timestamp())
    unchanged = get_conditional_response(request, etag, modified)
    response = _answer(request, dump, told, etag, modified) if unchanged is None else unchanged
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        return response
    response.headers["ETag"], response.headers["Last-Modified"] = etag, http_date(modified)
    response.headers["Accept-Ranges"] = "bytes"
    return _for_programs(response, FILE)


def _answer(request: HttpRequest, dump: Dump, told: dict[str, Any], etag: str, modified: int) -> HttpResponseBase:
    size = told["bytes"]
    part = None
    if request.method == "GET" and ranges.still_holds(request.headers.get("If-Range"), etag, modified):
        try:
            part = ranges.wanted(request.headers.get("Range"), size)
        except ranges.Unsatisfiable:
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    headers = {"Content-Type": told["content_type"], "Content-Disposition": f'attachment; filename="{told["name"]}"'}
    if settings.DUMPS_ACCEL:  # the proxy looks at Range and If-Range by itself
        return HttpResponse(
            headers=headers | {"X-Accel-Redirect": f"{settings.DUMPS_ACCEL}/{dump.name}/{told['name']}"}
        )
    headers["Content-Length"] = str(len(part) if part else size)
    if part:
        headers["Content-Range"] = f"bytes {part.first}-{part.last}/{size}"
    if request.method == "HEAD":
        return HttpResponse(headers=headers)
    place = capacity.take("downloads", settings.DUMP_DOWNLOADS)
    if place is None:
        return _busy()
    opened = _open(dump.folder / told["name"], part.first if part else 0)
    reading = Reading(opened, len(part) if part else size, place)
    content = in_turn(reading) if isinstance(request, ASGIRequest) else reading
    return StreamingHttpResponse(content, status=206 if part else 200, headers=headers)


def _busy() -> HttpResponse:
    words = f"As many downloads as this site can bear are under way. Please try again in {BUSY_SECONDS} seconds.\n"
    headers = {"Retry-After": str(BUSY_SECONDS), "Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
    response = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8", headers=headers)
    response._has_been_logged = True  # type: ignore[attr-defined]  # a crowd is not to fill the log
    return response


def _open(path: Path, first: int) -> RawIOBase:
    try:
        opened = path.open("rb", buffering=0)
    except FileNotFoundError:
        raise Http404("That dump was taken away.") from None
    opened.seek(first, os.SEEK_SET)
    return opened


def _for_programs(response: HttpResponseBase, policy: str) -> HttpResponseBase:
    response.headers.setdefault("Cache-Control", policy)
    return for_programs(response)


def _dataset(path: str, kept: list[tuple[Dump, dict[str, Any]]]) -> list[dict[str, Any]]:
    if not kept:
        return []
    told = kept[0][1]
    return [
        {
            "@type": "Dataset",
            "@id": f"{absolute(path)}#dataset",
            "name": f"All that {settings.SITE_NAME} holds",
            "description": DESCRIPTION,
            "url": absolute(path),
            "license": told["license"],
            "isAccessibleForFree": True,
            "dateModified": told["snapshot_at"],
            "distribution": [
                {
                    "@type": "DataDownload",
                    "@id": one["url"],
                    "name": one["name"],
                    "contentUrl": one["url"],
                    "encodingFormat": one["content_type"],
                    "contentSize": f"{one['bytes']} B",
                    "sha256": one["sha256"],
                }
                for one in told["files"]
            ],
        }
    ]
