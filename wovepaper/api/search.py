"""`/search`: what the search page finds, by words and meaning, with the counts beside each filter."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from common.addresses import absolute
from common.json_schema import About, Address, fields_of
from institutions.models import Institution
from papers.exports.woven import PaperRow
from researchers.models import Researcher
from search.answers import Mode
from search.hits import hits
from search.parameters import asks
from wovepaper.api.found import FoundPapers, find_papers
from wovepaper.api.lists import ListMeta
from wovepaper.api.operation import Asked
from wovepaper.api.papers import objects
from wovepaper.api.parameters import FIRST

PATH = "/search"


class FoundPaper(PaperRow):
    """A paper, and how it was found."""

    found_by: Annotated[Literal["words", "meaning"] | None, About("Null where nothing was asked but filters.")]


class Hit(TypedDict):
    """A person or place of this name."""

    id: Address
    url: Address
    name: str
    paper_count: int


class SearchMeta(ListMeta):
    """About the whole list of papers."""

    close_in_meaning: Annotated[int, About("How many of the list only meaning found.")]
    at_least: Annotated[bool, About("There may be more than were counted: the word index is away.")]
    did_you_mean: Annotated[str | None, About("The words in a likelier spelling.")]
    counts: Annotated[
        dict[str, dict[str, int]], About("Papers by each value of a filter, under the other filters; most first.")
    ]


class SearchAnswerObject(TypedDict):
    """Papers found, and on the first page the people and places of that name."""

    meta: SearchMeta
    results: list[FoundPaper]
    people: NotRequired[list[Hit]]
    places: NotRequired[list[Hit]]


FIELDS = tuple(fields_of(FoundPaper))


def search(asked: Asked) -> SearchAnswerObject:
    found = find_papers(asked, PATH, asked.filter, asked.sort, asked.mode)
    answer = found.answer
    meta: SearchMeta = {
        "count": found.count,
        "per_page": asked.per_page,
        "next_cursor": found.next_cursor,
        "notices": list(answer.notices),
        "close_in_meaning": answer.added,
        "at_least": answer.capped,
        "did_you_mean": answer.suggestion or None,
        "counts": {facet.name: dict(facet.counts) for facet in answer.facets},
    }
    results: list[Any] = [
        {**paper, "found_by": _found_by(found, one)} if _wanted(asked, "found_by") else paper
        for one, paper in objects(answer.ids, asked.select).items()
    ]
    told: SearchAnswerObject = {"meta": meta, "results": results}
    if asked.cursor == FIRST:
        people, places = hits(found.request)
        told |= {"people": [_hit(one) for one in people.rows], "places": [_hit(one) for one in places.rows]}
    return told


def _found_by(found: FoundPapers, paper: int) -> str | None:
    """Nothing found it where nothing was asked but filters."""
    answer = found.answer
    if not asks(found.request.query):
        return None
    return "meaning" if answer.mode == Mode.MEANING or paper in answer.additions else "words"


def _wanted(asked: Asked, name: str) -> bool:
    return not asked.select or name in asked.select


def _hit(one: Researcher | Institution) -> Hit:
    path = one.get_absolute_url()
    listing = "researchers" if isinstance(one, Researcher) else "institutions"
    return {
        "id": absolute(f"/{listing}/{one.pk}"),
        "url": absolute(path),
        "name": one.name,
        "paper_count": one.paper_count,
    }
