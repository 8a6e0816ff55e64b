"""What explains the API: its description for programs, the same as a page, and a page of what may go wrong."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from common.open_answers import for_programs
from common.problems import KINDS
from common.structured_data import breadcrumb, graph, open_graph, web_page
from wovepaper.api.openapi import openapi
from wovepaper.api.reading import objects, operations, pieces

API = "Every operation of this site’s API with its parameters, answers and errors."
PROBLEMS = "What the errors of this site’s API mean, and what to do about each."


def openapi_json(request: HttpRequest) -> HttpResponse:
    response = JsonResponse(openapi(), json_dumps_params={"ensure_ascii": False, "indent": 1})
    return for_programs(response)


def api(request: HttpRequest) -> HttpResponse:
    document = openapi()
    told = [pieces(part) for part in document["info"]["description"].split("\n\n")]
    shown = {"document": document, "told": told, "operations": operations(document), "objects": objects(document)}
    return render(request, "developers/api.html", _head("developers-api", "API", API) | shown)


def problems(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "developers/problems.html",
        _head("developers-problems", "Errors of the API", PROBLEMS) | {"kinds": KINDS},
    )


def _head(address: str, name: str, description: str) -> dict[str, Any]:
    path = reverse(address)
    crumbs = [("For developers", reverse("developers"))]
    return {
        "canonical": path,
        "name": name,
        "crumbs": crumbs,
        "description": description,
        "structured": graph(web_page(path, name, description), breadcrumb(path, [*crumbs, (name, path)])),
        "social": open_graph(name, description, path),
    }
