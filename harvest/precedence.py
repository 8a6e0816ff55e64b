"""Which source is believed about what; pure.

arXiv's title, author list, dates and DOI always stand. A record that an outside source has under an arXiv id is this
paper's only if its title or its authors say so: ids are joined wrongly, to strangers' papers too. Its journal DOI is
taken only if both say so.
"""

from collections.abc import Iterable, Sequence

from harvest.matching.alignment import Alignment
from harvest.outside_records import WorkRecord
from researchers.names import fold


def best_first(works: Iterable[WorkRecord]) -> list[WorkRecord]:
    """A source's works under one arXiv id: first those with arXiv's own location, then those with most locations."""
    return sorted(works, key=lambda work: (not work.arxiv_location, -work.locations_count, work.outside_id))


def speaking(title: str, authors: int, works: Sequence[tuple[WorkRecord, Alignment]]) -> int | None:
    """Which of them, best first, speaks for the paper (`OutsideWork.chosen`): the first that is this paper, or none.

    Its citations, references, claims and places are taken; the others are kept and shown nowhere. One for each source.
    """
    fits = (is_this_paper(title, authors, *work) for work in works)
    return next((place for place, fit in enumerate(fits) if fit), None)


def is_this_paper(title: str, authors: int, work: WorkRecord, alignment: Alignment) -> bool:
    return titles_agree(title, work.title) or authors_agree(authors, work, alignment)


def published_doi(title: str, authors: int, work: WorkRecord, alignment: Alignment) -> str:
    """The DOI of the published version, or nothing: it may be a data deposit's or a stranger's."""
    if titles_agree(title, work.title) and authors_agree(authors, work, alignment):
        return work.published_doi
    return ""


def titles_agree(ours: str, theirs: str) -> bool:
    """One title but for spelling, or one with a subtitle that the other leaves out."""
    one, other = fold(ours).split(), fold(theirs).split()
    if not one or not other:
        return False
    if "".join(one) == "".join(other):
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _ENOUGH_WORDS and longer[: len(shorter)] == shorter:
        return True
    shared = len(set(one) & set(other))
    return shared >= _MOST * max(len(set(one)), len(set(other)))


def authors_agree(authors: int, work: WorkRecord, alignment: Alignment) -> bool:
    """Half of the shorter list are found in the other."""
    shorter = min(authors, len(work.authors))
    return bool(shorter) and len(alignment.rows) * 2 >= shorter


_ENOUGH_WORDS = 4
_MOST = 0.75
