"""Which format a suffix or an Accept header asks for.

A thing is HTML at its address; other formats stand at the address plus a suffix, or at the address itself for who
prefers their type in Accept. Views name the formats they can give; what nobody understands gets HTML.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest
from django.http.request import MediaType
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

Answer = TypeVar("Answer", bound=HttpResponseBase)


@dataclass(frozen=True, slots=True)
class Format:
    """`content_type` is what the answer says, `label` what a link to it says; `by_accept` False: by suffix only."""

    suffix: str
    content_type: str
    label: str
    by_accept: bool = True

    @property
    def media_type(self) -> str:
        return self.content_type.partition(";")[0]


HTML = Format("", "text/html; charset=utf-8", "HTML")
MARKDOWN = Format(".md", "text/markdown; charset=utf-8", "Markdown")
JSON = Format(".json", "application/json", "JSON")
BIBTEX = Format(".bib", "application/x-bibtex; charset=utf-8", "BibTeX")
CSV = Format(".csv", "text/csv; charset=utf-8", "CSV")
RIS = Format(".ris", "application/x-research-info-systems", "RIS")
CSL_JSON = Format(".csl.json", "application/vnd.citationstyles.csl+json", "CSL-JSON")
JSON_LD = Format(".jsonld", "application/ld+json", "JSON-LD")
LINKSET = Format(".linkset.json", "application/linkset+json", "Linkset")
PNG = Format(".png", "image/png", "Picture", by_accept=False)
PDF = Format(".pdf", "application/pdf", "PDF", by_accept=False)


def split_suffix(path: str, formats: Collection[Format]) -> tuple[str, Format]:
    """Part a path from the suffix it ends with, the longest that fits; without one it asks for HTML."""
    for asked in sorted(formats, key=lambda known: -len(known.suffix)):
        if path.endswith(asked.suffix) and len(path) > len(asked.suffix):
            return path.removesuffix(asked.suffix), asked
    return path, HTML


def preferred(request: HttpRequest, formats: Collection[Format]) -> Format:
    """The format that Accept prefers; HTML at equal preference, and where Accept names nothing we have."""
    refused = [
        kind for token in request.headers.get("Accept", "").split(",") if (kind := MediaType(token)).quality == 0
    ]
    offered = {
        media_type: known
        for known in (HTML, *formats)
        if known.by_accept and not _is_refused(request, known, refused)
        for media_type in (known.media_type, known.content_type)
    }
    chosen = request.get_preferred_type(list(offered))
    return offered[chosen] if chosen else HTML


def say_negotiated(response: Answer, location: str, chosen: Format) -> Answer:
    """Tell caches that Accept decided, and where the chosen format can be had without it."""
    patch_vary_headers(response, ["Accept"])
    if chosen.suffix:
        response.headers["Content-Location"] = suffixed(location, chosen.suffix)
    return response


def suffixed(href: str, suffix: str) -> str:
    """The address of another format of a page, whose query stays behind the suffix."""
    path, sign, query = href.partition("?")
    return f"{path}{suffix}{sign}{query}"


def _is_refused(request: HttpRequest, known: Format, refused: list[MediaType]) -> bool:
    """`q=0` counts where nothing as exact asks for the type after all."""
    media_type = MediaType(known.media_type)
    against = [kind.specificity for kind in refused if media_type.match(str(kind))]
    wanted = request.accepted_type(known.media_type)
    return bool(against) and (wanted is None or max(against) >= wanted.specificity)
