"""Which paper a spelling means: arXiv ids, DOIs, ids of OpenAlex and Semantic Scholar, many in a few questions."""

from collections.abc import Collection

from common.identifiers import parse_s2_id, recognise
from common.problems import Problem
from papers.models import OutsideWork, Paper
from papers.views.paper import read_spelling

OWN_DOI = "10.48550/arxiv."
TAKES = (
    "A paper answers to its arXiv id (2401.16265, also arxiv:2401.16265 and the address that is its id), to doi:10.…, "
    "to openalex:W… and to s2:… with Semantic Scholar's 40 signs."
)


def find(spelling: str) -> str:
    """The arXiv id; whether it is held the caller sees."""
    found = find_all([spelling])
    if spelling not in found:
        known = "This site holds no paper of this id" if _read(spelling) else "That is no id of a paper"
        raise Problem("not-found", f"{known}: {spelling[:80]!r}. {TAKES}")
    return found[spelling]


def find_all(spellings: Collection[str]) -> dict[str, str]:
    """arXiv ids by spelling in this order, of those that lead to one; three questions at most, none for arXiv ids."""
    found: dict[str, str] = {}
    wanted: dict[str, dict[str, list[str]]] = {"doi": {}, "openalex": {}, "s2": {}}
    for spelling in spellings:
        if (read := _read(spelling)) is None:
            continue
        kind, value = read
        if kind == "arxiv":
            found[spelling] = value
        else:
            wanted[kind].setdefault(value, []).append(spelling)
    held = _by_doi(list(wanted["doi"])) if wanted["doi"] else {}
    for kind, source in (("openalex", OutsideWork.Source.OPENALEX), ("s2", OutsideWork.Source.SEMANTIC_SCHOLAR)):
        if wanted[kind]:
            held |= _by_work(source, list(wanted[kind]))
    for values in wanted.values():
        for value, asked in values.items():
            if value in held:
                found |= dict.fromkeys(asked, held[value])
    return {spelling: found[spelling] for spelling in spellings if spelling in found}


def _read(spelling: str) -> tuple[str, str] | None:
    """(kind, value) of what may be a paper's id."""
    prefix, _, rest = spelling.partition(":")
    if prefix.lower() == "s2" and (s2 := parse_s2_id(rest)):
        return "s2", s2
    kind, value = recognise(spelling) or ("arxiv", read_spelling(spelling.rpartition("/papers/")[2]) or "")
    if kind == "doi" and value.startswith(OWN_DOI):
        kind, value = "arxiv", read_spelling(value.removeprefix(OWN_DOI)) or ""
    is_paper = kind in {"arxiv", "doi", "s2"} or (kind == "openalex" and value.startswith("W"))
    return (kind, value) if value and is_paper else None


def _by_doi(dois: list[str]) -> dict[str, str]:
    rows = Paper.objects.listed().filter(dois__overlap=dois).order_by("-id").values_list("arxiv_id", "dois")
    return {doi: arxiv_id for arxiv_id, theirs in rows for doi in theirs if doi in dois}


def _by_work(source: str, ids: list[str]) -> dict[str, str]:
    """Of several papers the one whose facts the work gives."""
    works = OutsideWork.objects.filter(source=source, outside_id__in=ids, paper__removed_at=None)
    rows = works.order_by("chosen", "-paper").values_list("outside_id", "paper__arxiv_id")
    return dict(rows)
