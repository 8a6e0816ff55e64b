"""The metadata formats, by prefix: what each needs of a paper's row and how it is written."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from lxml import etree

from common.addresses import absolute
from papers.models import Authorship, Paper
from papers.woven import woven
from wovepaper.oai import arxiv_raw, dublin_core, full

_FORMS = ("search_vector", "title_html", "abstract_html")
HEADER = ("arxiv_id", "changed_at", "removed_at", "category_codes")


@dataclass(frozen=True, slots=True)
class Metadata:
    prefix: str
    namespace: str
    schema: str
    papers: Callable[[], QuerySet[Paper]]
    write: Callable[[Paper], etree._Element]


def _with_authors() -> QuerySet[Paper]:
    slots = Authorship.objects.only("paper_id", "position", "kind", "printed", "given", "family", "suffix")
    return Paper.objects.defer(*_FORMS, "title_tex", "abstract_tex").prefetch_related(Prefetch("authorships", slots))


def _with_versions() -> QuerySet[Paper]:
    return Paper.objects.defer(*_FORMS, "title", "abstract").prefetch_related("versions")


def _with_everything() -> QuerySet[Paper]:
    authorships = Prefetch("authorships", Authorship.objects.whole())
    return woven(Paper.objects.defer(*_FORMS).prefetch_related(authorships, "versions"), with_cited=False)


FORMATS = {
    one.prefix: one
    for one in (
        Metadata("oai_dc", dublin_core.NAMESPACE, dublin_core.SCHEMA, _with_authors, dublin_core.dublin_core),
        Metadata("arXivRaw", arxiv_raw.NAMESPACE, arxiv_raw.SCHEMA, _with_versions, arxiv_raw.arxiv_raw),
        Metadata("wovepaper", full.NAMESPACE, absolute(full.SCHEMA_PATH), _with_everything, full.full),
    )
}


def headers_only() -> QuerySet[Paper]:
    return Paper.objects.only(*HEADER)
