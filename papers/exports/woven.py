"""A paper woven into the rest: arXiv's facts, who its authors are here, what other sources know of it.

`paper_row` is what lists of the API give, `whole_paper` what `PAGE.json` and the API give of one. Papers come from
`papers.woven.woven`, their authors from `AuthorshipQuerySet.whole`.
"""

from typing import Annotated, TypedDict, cast

from django.urls import reverse

from common.addresses import absolute
from common.json_schema import About, Address
from common.outside_ids import OutsideIdObject, outside_id_objects
from papers.exports.api import Author, Evidence, PaperObject, api_object
from papers.models import Authorship, Paper
from papers.woven import citations, cited, outside_ids


class PaperCitations(TypedDict):
    """How often it is cited, as one source counts."""

    total: int
    source: str


class CitedPaperObject(TypedDict):
    """A paper held here that it cites."""

    id: Address
    url: Address
    arxiv_id: str
    title: str


class PaperRow(PaperObject):
    """A paper as lists give one."""

    ids: Annotated[list[OutsideIdObject], About("In other sources.")]
    citations: PaperCitations | None


class WholePaperObject(PaperRow):
    """A paper with all its authors, and papers held here that it cites."""

    cites: Annotated[list[CitedPaperObject], About("The newest fifty.")]


def paper_row(paper: Paper) -> PaperRow:
    counted = citations(paper)
    slots = paper.authorships.all()
    told = api_object(paper)
    told["authors"] = [_author(author, slot) for author, slot in zip(told["authors"], slots, strict=True)]
    return {
        **told,
        "ids": outside_id_objects(outside_ids(paper)),
        "citations": {"total": counted[0], "source": counted[1]} if counted else None,
    }


def whole_paper(paper: Paper) -> WholePaperObject:
    return {
        **paper_row(paper),
        "cites": [
            {
                "id": absolute(one.id_path),
                "url": absolute(one.get_absolute_url()),
                "arxiv_id": one.arxiv_id,
                "title": one.title,
            }
            for one in cited(paper)
        ],
    }


def _author(author: Author, slot: Authorship) -> Author:
    """Who objected to a profile is named as printed."""
    known = slot.researcher
    if known is None or known.hidden_at:
        return {**author, "researcher": None, "evidence": None}
    evidence = cast(Evidence, slot.evidence) if slot.evidence else None
    return {**author, "researcher": absolute(reverse("researcher", args=[known.pk])), "evidence": evidence}
