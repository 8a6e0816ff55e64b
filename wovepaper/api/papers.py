"""`/papers` and `/papers/{id}`: lists are walks of one index, counts come from sums that are kept."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Sum

from common.json_schema import fields_of
from common.problems import Problem
from institutions.models import Institution
from papers.exports.woven import PaperRow, WholePaperObject, paper_row, whole_paper
from papers.models import Authorship, MonthCount, Paper, PaperCategory, PaperInstitution
from papers.querysets import midnight
from papers.views.freshness import paper_stamp, papers_changed_at
from papers.woven import woven
from researchers.models import Researcher
from search.query import Years
from wovepaper.api.found import find_papers
from wovepaper.api.listing import Listing, Walk, told_of
from wovepaper.api.lists import ListMeta, selected
from wovepaper.api.operation import Asked
from wovepaper.api.paper_ids import find_all

PATH = "/papers"
ROW_FIELDS = tuple(fields_of(PaperRow))
FIELDS = tuple(fields_of(WholePaperObject))
MOST_AUTHORS = 100  # of a paper in a list
NOT_SHOWN = ("title_html", "abstract_html", "search_vector", "authors_printed")


class PaperList(TypedDict):
    """Papers, each with its first 100 authors."""

    meta: ListMeta
    results: list[PaperRow]


def get_paper(asked: Asked) -> WholePaperObject:
    found = woven(Paper.objects.defer(*NOT_SHOWN).filter(arxiv_id=asked.id))
    authors = Prefetch("authorships", Authorship.objects.whole())
    paper = found.prefetch_related(authors, "versions").first()
    if paper is None:
        raise Problem("not-found", f"This site does not hold {asked.id}.")
    if paper.removed_at:
        raise Problem("removed", f"{paper.arxiv_id} was taken down.")
    return selected(whole_paper(paper), asked.select)


def paper_changed_at(asked: Asked) -> datetime | None:
    stamp = paper_stamp(asked.id)
    return stamp[1] if stamp else None


def changed_at(asked: Asked) -> datetime | None:
    """When any list of papers changed; unknown for what is found by words, which the word index follows later."""
    return None if asked.q else papers_changed_at()


def objects(numbers: Sequence[int], select: Sequence[str]) -> dict[int, Any]:
    """By our number, in this order, in three questions; authors and versions are asked for where they are wanted."""
    authors = Authorship.objects.whole().filter(position__lte=MOST_AUTHORS)
    versions: Any = Paper._meta.get_field("versions").related_model
    papers = Paper.objects.listed().defer(*NOT_SHOWN).prefetch_related(
        Prefetch("authorships", authors if not select or "authors" in select else authors.none()),
        Prefetch("versions", versions.objects.all() if not select or "versions" in select else versions.objects.none()),
    )  # fmt: skip
    return told_of(woven(papers, with_cited=False), paper_row, numbers, select)


def _numbers(spellings: Collection[str]) -> dict[str, int]:
    arxiv_ids = find_all(spellings)
    held = dict(Paper.objects.listed().filter(arxiv_id__in=arxiv_ids.values()).values_list("arxiv_id", "id"))
    return {spelling: held[one] for spelling, one in arxiv_ids.items() if one in held}


def _find(asked: Asked) -> tuple[Sequence[int], ListMeta]:
    if asked.sort == "oldest":
        raise Problem("unknown-sort", "What is found by words is not sorted oldest first.", parameter="sort")
    found = find_papers(asked, PATH, asked.filter, asked.sort or "relevance")
    meta: ListMeta = {"count": found.count, "per_page": asked.per_page, "next_cursor": found.next_cursor}
    if found.answer.notices:
        meta["notices"] = list(found.answer.notices)
    return found.answer.ids, meta


def _walk(asked: Asked) -> Walk:
    filters = _standing(asked.filter)
    rows, of_paper = _rows(filters)
    down = "" if asked.sort == "oldest" else "-"
    key = (f"{down}first_submitted_at", f"{down}{of_paper}")
    return Walk(rows, key, of_paper, lambda: _count(filters, rows))


def _standing(given: Mapping[str, Any]) -> dict[str, Any]:
    """Filters with the row that stands for each person or place that was merged."""
    filters = dict(given)
    kinds: tuple[tuple[str, Any], ...] = (("institution", Institution), ("researcher", Researcher))
    for name, kind in kinds:
        if name in filters:
            row = kind.objects.select_related("merged_into").filter(pk=filters[name]).first()
            filters[name] = row.standing if row else None
    return filters


def _rows(filters: dict[str, Any]) -> tuple[QuerySet[Any], str]:
    """The shortest list that holds all, narrowed by the other filters; and which of its columns is the paper."""
    rows: QuerySet[Any]
    left = dict(filters)
    if "researcher" in left:
        theirs = Authorship.objects.filter(researcher=left.pop("researcher")).values("paper")
        rows, of_paper = Paper.objects.listed().filter(id__in=theirs), "id"
    elif "institution" in left:
        place = left.pop("institution")
        rows, of_paper = PaperInstitution.objects.filter(institution=place, paper__removed_at=None), "paper_id"
    elif "category" in left:
        rows = PaperCategory.objects.filter(category=left.pop("category"), paper__removed_at=None)
        of_paper = "paper_id"
    else:
        rows, of_paper = Paper.objects.listed(), "id"
    if "institution" in left:
        rows = rows.filter(
            Exists(PaperInstitution.objects.filter(paper=OuterRef(of_paper), institution=left["institution"]))
        )
    if "category" in left:
        rows = rows.filter(Exists(PaperCategory.objects.filter(paper=OuterRef(of_paper), category=left["category"])))
    if "year" in left:
        start, end = _days(left["year"])
        rows = rows.filter(first_submitted_at__gte=midnight(start), first_submitted_at__lt=midnight(end))
    return rows.only("id", "first_submitted_at", *([of_paper] if of_paper != "id" else [])), of_paper


def _count(filters: dict[str, Any], rows: QuerySet[Any]) -> int:
    if filters.keys() == {"institution"}:
        return filters["institution"].paper_count_with_parts if filters["institution"] else 0
    if filters.keys() & {"institution", "researcher"}:
        return rows.count()
    counts = MonthCount.objects.filter(category=filters.get("category"))
    if "year" in filters:
        start, end = _days(filters["year"])
        counts = counts.filter(month__gte=start, month__lt=end)
    return counts.aggregate(total=Sum("papers"))["total"] or 0


def _days(years: Years) -> tuple[date, date]:
    return date(years.first, 1, 1), date(years.last + 1, 1, 1)


LISTING = Listing(
    path=PATH,
    orders={"newest": "newest first version first", "oldest": "oldest first version first"},
    orders_of_found={"relevance": "best match first, with q", "cited": "most cited first, with q"},
    numbers=_numbers,
    find=_find,
    walk=_walk,
    objects=objects,
)
