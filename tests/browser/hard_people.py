"""People and places that are hard on a page, linked as a harvest of both sources links them, beside the hard papers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from zlib import crc32

from harvest.bookkeeping import runs
from harvest.ingest.batches import ingest_papers
from harvest.linking.batch import link
from harvest.linking.strings import reader
from harvest.loading.organisations import load
from harvest.organisations import OrganisationName, OrganisationRecord, OrganisationRelation, Place
from harvest.outside_records import OutsideSource, ProfileRecord
from harvest.records import AuthorKind, AuthorRecord, PaperRecord, VersionRecord
from harvest.summaries import totals
from harvest.summaries.following import remake
from papers import authorship_corrections
from researchers import merging
from researchers.models import Researcher
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, work

LONGEST_LIST, NAMES_OF_ALL_KINDS = "1503.07589", "2402.10002"
BUSY, ONCE, SHARED_NAME = "Grace Chisholm Young", "Noor van den Heuvel-Østergård", "Wei Zhang"
ARABIC = "محمد بن موسى الخوارزمي"
LONG_NAME = "Ana María de los Ángeles Fernández-Villaverde y Gómez de la Serna Rodríguez-Monteagudo"
ETH, SEISMOLOGY, LONG_PLACE_ROR = "05a28rw58", "008eg3158", "0qqqqqq08"
LONG_PLACE = "Joint Laboratory of the Academy for the Interdisciplinary Study of Thread, Cloth and Woven Materials"
INSTITUTIONS = {
    ETH: ("ETH Zurich", "Zurich", "Switzerland", "CH", 47.38, 8.55, 1855),
    "0161xgx34": ("ETH Domain", "Zurich", "Switzerland", "CH", 47.38, 8.55, 1968),
    SEISMOLOGY: ("Swiss Seismological Service", "Zurich", "Switzerland", "CH", 47.38, 8.55, 1878),
    "02s376052": ("École Polytechnique Fédérale de Lausanne", "Lausanne", "Switzerland", "CH", 46.52, 6.57, 1853),
    "013meh722": ("University of Cambridge", "Cambridge", "United Kingdom", "GB", 52.2, 0.12, 1209),
    "00f54p054": ("Stanford University", "Stanford", "United States", "US", 37.43, -122.17, 1885),
    "057zh3y96": ("The University of Tokyo", "Tokyo", "Japan", "JP", 35.71, 139.76, 1877),
    "04t3en479": ("Karlsruhe Institute of Technology", "Karlsruhe", "Germany", "DE", 49.01, 8.41, 2009),
    "00965ax52": ("Kyoto Institute of Technology", "Kyoto", "Japan", "JP", 35.05, 135.78, 1949),
    LONG_PLACE_ROR: (LONG_PLACE, "", "", "", None, None, None),
}
OTHER_NAMES = {
    ETH: (("Eidgenössische Technische Hochschule Zürich", "label", "de"), ("ETHZ", "acronym", "")),
    "04t3en479": (("KIT", "acronym", ""), ("Karlsruher Institut für Technologie", "label", "de")),
    "00965ax52": (("KIT", "acronym", ""), ("京都工芸繊維大学", "label", "ja")),
}
ABOVE = {ETH: "0161xgx34", "02s376052": "0161xgx34", SEISMOLOGY: ETH}
CATEGORIES = ("math.CA", "math.AP", "math.FA", "cs.LG", "stat.ML", "math-ph", "hep-th")
_GIVEN = ("Ada", "Émilie", "Sofya", "Ramón", "Yui", "Chinwe", "Łukasz", "Ingrid", "Nguyễn Thị", "Ahmet")
_FAMILY = ("Lovelace", "du Châtelet", "Kovalevskaya", "Cajal", "Tanaka", "Okafor", "Wójcik", "Sæther", "Hoa", "Yılmaz")


def take_in(without: tuple[str, ...] = ()) -> None:
    """All but the papers of these ids."""
    run = runs.begin("ror", "command", "hard places")
    load(organisations(), run)
    runs.finish(run)
    papers = [paper for paper in records() if paper.arxiv_id not in without]
    assert not ingest_papers(tuple(papers), source="arxiv").refused
    for source in (OPENALEX, SCHOLAR):
        told = {paper.arxiv_id: [_told(paper, source)] for paper in papers if _told(paper, source).authors}
        link(source, told, list(_profiles(source)), read_string=reader())
    _set_right()
    remake()
    totals.count()


def organisations() -> Iterator[OrganisationRecord]:
    below = {above: [ror for ror, other in ABOVE.items() if other == above] for above in ABOVE.values()}
    for ror, (name, city, country, code, latitude, longitude, established) in INSTITUTIONS.items():
        relations = [OrganisationRelation("child", one) for one in below.get(ror, ())]
        relations += [OrganisationRelation("parent", ABOVE[ror])] if ror in ABOVE else []
        names = [OrganisationName(name, ("ror_display", "label"), "en")]
        names += [OrganisationName(value, (kind,), language) for value, kind, language in OTHER_NAMES.get(ror, ())]
        yield OrganisationRecord(
            ror, name, "active", tuple(names), ("education",), relations=tuple(relations), established=established,
            places=(Place(city, "", code, country, latitude, longitude),) if city else (),
        )  # fmt: skip


def records() -> Iterator[PaperRecord]:
    """Papers of these people; what sources say of their authors follows from the names (`_profile`)."""
    places = [f"{name}, {city}, {country}" for name, city, country, *_ in INSTITUTIONS.values() if city]
    for n in range(300):
        year, company = 2008 + n % 17, [_somebody(n * 7 + k) for k in range(n % 5)]
        at = places[0] if year > 2015 else places[4] if year > 2011 else places[5]
        authors = [_person(name, places[(n + k) % len(places)]) for k, name in enumerate(company)]
        where = [at, places[2]] if n % 9 == 0 else [at] if n % 4 else []
        authors.insert(n % (len(company) + 1), _person(BUSY, *where))
        title = f"On the differential coefficient, note {n + 1}" if n % 6 else f"Sets $E_{{{n}}}$ of measure zero"
        number = f"{year % 100:02}{n % 12 + 1:02}.{1000 + n if year < 2015 else 10_000 + n}"
        yield _paper(number, title, authors, CATEGORIES[n % 7])
    yield _paper("2402.10001", "A single paper", [_person(ONCE)], "hep-ex")
    authors = [_person(ARABIC, places[0]), _person(LONG_NAME, LONG_PLACE)]
    yield _paper(NAMES_OF_ALL_KINDS, "On restoring and balancing", authors)
    for n in range(4):
        authors = [_person(SHARED_NAME, *places[n + 3 : n + 4] if n < 3 else ()), _person(_somebody(n))]
        yield _paper(f"2403.1000{n}", f"By one whose name others bear, part {n}", authors, CATEGORIES[n])
    many = [_person(f"{chr(65 + n % 26)}. {_FAMILY[n % 10]}-{_letters(n // 10)}", places[n % 9]) for n in range(3000)]
    many.append(AuthorRecord("ATLAS and CMS Collaborations", AuthorKind.GROUP))
    yield _paper(LONGEST_LIST, "Combined measurement of a mass by three thousand authors", many, "hep-ex")


def _told(paper: PaperRecord, source: OutsideSource):
    """Semantic Scholar knows fewer of a long list than OpenAlex, which does not know every tenth author."""
    people = [author for author in paper.authors if author.kind == AuthorKind.PERSON]
    rows = []
    for n, author in enumerate(people):
        if len(people) > 100 and (n % 10 == 9 or (source == SCHOLAR and n % 3 == 0)):
            continue
        profile = _profile(author.printed, paper.arxiv_id, source)
        if source == OPENALEX:
            orcid = "0000-0002-1825-0097" if author.printed == BUSY else ""
            strings = [(text,) for text in author.affiliations]
            rows.append(openalex_author(author.printed, profile, orcid=orcid, affiliations=strings))
        elif author.printed != SHARED_NAME:
            rows.append(scholar_author(author.printed, profile))
    year = 2000 + int(paper.arxiv_id[:2])
    each = 1 + int(paper.arxiv_id[-2:]) % 7
    cited = tuple((later, each * (2027 - later)) for later in range(year, 2027)) if int(paper.arxiv_id[-1]) % 3 else ()
    return work(
        paper.arxiv_id, rows, source, title=paper.title, cited_by_count=sum(n for _, n in cited) if cited else None,
        cited_by_year=cited if source == OPENALEX else (),
    )  # fmt: skip


def _profile(name: str, arxiv_id: str, source: OutsideSource) -> str:
    """One for each name, but the shared name has one for each paper."""
    number = crc32(f"{name} {arxiv_id if name == SHARED_NAME else ''}".encode())
    return f"A{number}" if source == OPENALEX else str(number)


def _profiles(source: OutsideSource) -> Iterator[ProfileRecord]:
    yield ProfileRecord(
        source, _profile(BUSY, "", source), BUSY, works_count=341, citation_count=48_210, h_index=87,
        orcid="0000-0002-1825-0097" if source == OPENALEX else "",
    )  # fmt: skip


def _set_right() -> None:
    """Corrections of each kind on the busy researcher, one of them undone."""
    busy = Researcher.objects.get(name=BUSY)
    first, second, third = busy.authorships.order_by("paper_id")[:3]
    authorship_corrections.confirm(first, "Curator", "She says so on her own page.")
    undone = authorship_corrections.detach(second, "Curator", "Taken for the work of her daughter.")
    authorship_corrections.undo(undone, "Curator", "It was hers after all.")
    authorship_corrections.detach(third, "Curator", "The work of Laurence Chisholm Young.")
    same = Researcher.objects.filter(name=SHARED_NAME, merged_into=None).order_by("id")
    merging.merge(same[0], same[1], "Curator", "Both papers give the same address.")


def _person(name: str, *affiliations: str) -> AuthorRecord:
    given, _, family = name.rpartition(" ")
    return AuthorRecord(name, given=given, family=family, affiliations=affiliations)


def _letters(n: int) -> str:
    """A number as a part of a name."""
    return f"{chr(65 + n // 26 % 26)}{chr(97 + n % 26)}"


def _somebody(n: int) -> str:
    return f"{_GIVEN[n % 10]} {_FAMILY[n // 10 % 10]}"


def _paper(arxiv_id: str, title: str, authors: list[AuthorRecord], *categories: str) -> PaperRecord:
    first = datetime(2000 + int(arxiv_id[:2]), int(arxiv_id[2:4]), 15, tzinfo=UTC)
    return PaperRecord(
        arxiv_id, title, "What it says.", tuple(authors), ", ".join(author.printed for author in authors),
        categories=categories or ("math.HO",), versions=(VersionRecord(1, first, 40),),
    )  # fmt: skip
