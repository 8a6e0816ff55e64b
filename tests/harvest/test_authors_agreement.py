"""Our reading of author strings against arXiv's, over every file that has both; skips where the files are absent."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from harvest.sources.arxiv.authors import split_authors
from tests.harvest.author_disagreements import DISAGREEMENTS

ARXIV = Path(__file__).resolve().parents[3] / "shared/upstream/arxiv"
FORMAT = "{http://arxiv.org/OAI/arXiv/}"
FLOOR = 0.99

pytestmark = pytest.mark.skipif(not ARXIV.is_dir(), reason="../shared/upstream/arxiv is not here")


def lines(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as opened:
        yield from map(json.loads, opened)


def from_snapshots() -> Iterator[tuple[str, str, list]]:
    for path in ARXIV.glob("snapshot/kaggle-*.jsonl"):
        for line in lines(path):
            yield line["id"], line["authors"], [tuple(author[:3]) for author in line["authors_parsed"]]


def from_search_index() -> Iterator[tuple[str, str, list]]:
    for path in ARXIV.glob("snapshot/docmeta/*.json"):
        held = json.loads(path.read_text())
        for paper in held if isinstance(held, list) else [held]:
            if isinstance(paper.get("authors"), str) and paper.get("authors_parsed"):
                parsed = [(one["last_name"], one.get("first_name") or "", "") for one in paper["authors_parsed"]]
                yield path.name, paper["authors"], parsed


def strings() -> dict[str, str]:
    """The author strings that arXivRaw and arXiv's own table have for papers of the arXiv-format files."""
    table = ARXIV / "snapshot/arxiv-metadata-table-all-versions.jsonl.gz"
    found = {row["paper_id"]: row["authors"] for row in lines(table) if row["is_current"]}
    for path in ARXIV.glob("oai/server-2026/*arXivRaw*.xml"):
        for paper in etree.parse(path).iter("{http://arxiv.org/OAI/arXivRaw/}arXivRaw"):
            found[paper.findtext("{*}id")] = paper.findtext("{*}authors")
    return found


def in_arxiv_format() -> dict[str, list[tuple[str, str, str]]]:
    found = {}
    for path in sorted(ARXIV.glob("oai/**/*.xml")):
        if path.parent.name == "generic-not-arxiv":
            continue
        for paper in etree.parse(path, etree.XMLParser(recover=True)).iter(f"{FORMAT}arXiv"):
            names = [
                tuple((author.findtext(FORMAT + part) or "").strip() for part in ("keyname", "forenames", "suffix"))
                for author in paper.iter(f"{FORMAT}author")
            ]
            found.setdefault((paper.findtext(f"{FORMAT}id") or "").strip(), names)
    return found


def from_oai() -> Iterator[tuple[str, str, list]]:
    """Where nobody has the author string of an arXiv-format record, its parts are put together again."""
    known = strings()
    for arxiv_id, names in in_arxiv_format().items():
        printed = (" ".join(filter(None, (given, family, suffix))) for family, given, suffix in names)
        yield arxiv_id, known.get(arxiv_id) or ", ".join(printed), names


def plain(text: str) -> str:
    """Without what only looks different: blanks after points and at hyphens, `the` before a group."""
    text = re.sub(r"\s*-\s*", "-", text.replace(".", ". "))
    return re.sub(r"^[Tt]he ", "", " ".join(text.split()))


def compared(pairs) -> tuple[int, list]:
    """How many authors arXiv has, and those whom we have otherwise: (id, theirs, ours left over)."""
    count, differing = 0, []
    for arxiv_id, string, parsed in pairs:
        ours = Counter(
            (plain(one.family or one.printed), plain(one.given), plain(one.suffix)) for one in split_authors(string)
        )
        theirs = Counter((plain(family), plain(given), plain(suffix)) for family, given, suffix in parsed)
        count += theirs.total()
        differing += [(arxiv_id, one, list(ours - theirs)) for one in (theirs - ours).elements()]
    return count, differing


@pytest.mark.parametrize("source", [from_snapshots, from_oai, from_search_index])
def test_authors_are_split_as_arxiv_splits_them(source):
    count, differing = compared(source())
    rate = 1 - len(differing) / count
    print(f"\n{source.__name__}: {count} authors, {len(differing)} read otherwise, {rate:.2%} agree")
    for arxiv_id, theirs, ours in differing:
        print(f"  {arxiv_id}: arXiv {theirs}, left over of ours {ours[:4]}")
    assert count > 100
    assert rate >= FLOOR


def test_disagreements_are_those_where_we_think_arxiv_wrong():
    _, differing = compared([*from_snapshots(), *from_oai(), *from_search_index()])
    listed = Counter((arxiv_id, theirs) for arxiv_id, theirs, _, _ in DISAGREEMENTS)
    assert Counter((arxiv_id, theirs) for arxiv_id, theirs, _ in differing) == listed
    left_over = {(arxiv_id, one) for arxiv_id, _, ours in differing for one in ours}
    assert {(arxiv_id, ours) for arxiv_id, _, ours, _ in DISAGREEMENTS if ours} <= left_over
