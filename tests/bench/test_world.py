"""The made world: the same by seed, what its sources say of it, and that it is measured by nothing of its own."""

import ast
import json
from collections import Counter
from pathlib import Path

import httpx
import pytest

from bench.site import PROJECT, SNAPSHOT
from bench.world import World
from bench.world import counts as world_counts
from bench.world import names as world_names
from bench.world import rates as world_rates
from bench.world.making import Made
from bench.world.openalex import OpenAlexWorld
from bench.world.papers import MadePapers
from bench.world.rows import DELETED_AUTHOR, GONE, NULL, OLD, SECOND
from bench.world.support import fill
from bench.world.truth import SUPPORT_OPENALEX, SUPPORT_S2
from common.identifiers import parse_arxiv_id, parse_orcid, parse_ror
from harvest.outside_records import WorkRecord
from harvest.records import AuthorKind, PaperRecord
from harvest.sources.arxiv.snapshot import parse_line
from harvest.sources.openalex import works as openalex_works
from harvest.sources.semantic_scholar import papers as s2_papers
from tests.upstreams.openalex import OpenAlexServer
from tests.upstreams.semantic_scholar import SemanticScholarServer

FORBIDDEN = ("harvest.matching", "harvest.linking", "researchers", "institutions")

pytestmark = pytest.mark.skipif(not SNAPSHOT.exists(), reason="needs the sample snapshot of ../shared/upstream")


@pytest.fixture(scope="module")
def world():
    return World(7, 3_000)


@pytest.fixture(scope="module")
def works(world):
    return list(world.works())


def test_world_imports_nothing_of_matching():
    modules = sorted((PROJECT / "bench" / "world").glob("*.py"))
    assert len(modules) > 10
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                assert not name.startswith(FORBIDDEN), f"{module.name} imports {name}"


def test_counted_rates_are_what_the_samples_hold():
    table = world_rates.load()
    counted = world_counts.counted()
    assert counted.keys() == {name for name, told in table.items() if "count" in told}
    for name, (count, of) in counted.items():
        assert (table[name]["count"], table[name]["of"]) == (count, of), name


def test_every_rate_names_its_source_or_says_that_it_is_assumed_and_why():
    for name, told in world_rates.load().items():
        if "count" in told:
            assert told["file"] and told["what"], name
        else:
            assert len(told["assumed"]) > 5, name
        assert 0 < world_rates.value(told) < 1, name


def test_same_seed_makes_the_same_world(world):
    again = World(7, 3_000)
    assert list(again.snapshot_lines()) == list(world.snapshot_lines())
    assert list(again.truth.lines()) == list(world.truth.lines())
    for arxiv_id in world.arxiv_ids[:200]:
        address = f"http://arxiv.org/abs/{arxiv_id}"
        assert again.openalex.works_by_landing_page(address) == world.openalex.works_by_landing_page(address)
        assert again.semantic_scholar.paper(f"ARXIV:{arxiv_id}") == world.semantic_scholar.paper(f"ARXIV:{arxiv_id}")


def test_another_seed_makes_another_world(world):
    other = World(8, 3_000)
    assert set(other.arxiv_ids) != set(world.arxiv_ids)


def test_slots_are_those_that_the_site_reads_from_the_snapshot(world):
    for line in list(world.snapshot_lines())[:500]:
        record = parse_line(line)
        assert isinstance(record, PaperRecord)
        slots = world.truth.slots_of(record.arxiv_id)
        assert [slot.position for slot in slots] == list(range(1, len(record.authors) + 1))
        for slot, author in zip(slots, record.authors, strict=True):
            assert (slot.person is None) == (author.kind is AuthorKind.GROUP)
            if any(one.affiliations for one in record.authors):
                assert slot.institutions is None


def test_nobody_is_twice_on_one_paper(world):
    for arxiv_id in world.arxiv_ids:
        persons = [slot.person for slot in world.truth.slots_of(arxiv_id) if slot.person is not None]
        assert len(set(persons)) == len(persons), arxiv_id


def test_slots_of_one_person_bear_names_that_could_be_one(world):
    named = Counter()
    for paper, arxiv_id in enumerate(world.arxiv_ids):
        for slot, author in zip(world.truth.slots_of(arxiv_id), world.made.authors(paper), strict=True):
            if slot.person is None:
                continue
            given, family, _ = world.made.name(slot.person)
            assert world_names.key(family) == world_names.key(author.family)
            assert world_names.could_be(world_names.parts(given), world_names.parts(author.given))
            named[slot.person] += 1
    assert max(named.values()) > 5


def test_names_are_shared_by_several_persons(world):
    names = Counter(world.truth.names)
    assert sum(count > 1 for count in names.values()) > 5


def test_ids_are_of_the_form_their_sources_give_them(world):
    for orcid in filter(None, world.truth.orcids[:500]):
        assert parse_orcid(orcid), orcid
    for slot in world.truth.slots_of(world.arxiv_ids[0]):
        assert all(parse_ror(ror) for ror in slot.institutions or ())


def test_truth_names_only_institutions_that_ror_knows(world):
    known = {record["id"].rpartition("/")[2] for record in world.ror_records()}
    named = {ror for slot in world.truth.slots() for ror in slot.institutions or ()}
    assert len(named) > 500
    assert named <= known


def test_citations_go_back_in_time_and_keep_to_the_category(world):
    days = dict(zip(world.arxiv_ids, (world.made.papers.day(paper) for paper in range(3_000)), strict=True))
    category = dict(zip(world.arxiv_ids, (world.made.papers.category(paper) for paper in range(3_000)), strict=True))
    pairs = list(world.truth.citations())
    assert len(pairs) > 3_000
    assert all(days[cited] <= days[citing] for citing, cited in pairs)
    assert sum(category[citing] == category[cited] for citing, cited in pairs) > len(pairs) / 2


def test_every_work_and_paper_is_read_by_the_parsers(world, works):
    for work in works:
        assert isinstance(openalex_works.parse_work(work, whole=True), WorkRecord)
    papers = list(world.s2_papers())
    assert len(papers) > 2_700
    for paper in papers:
        assert isinstance(s2_papers.parse_paper(paper), WorkRecord)


def test_failure_patterns_come_about_as_often_as_the_table_tells(world, works):
    rates = world_rates.RATES
    drawn = [one for paper in range(3_000) if (one := world.openalex.drawn(paper))]
    rows = [row for one in drawn for row in one.rows]
    near = pytest.approx
    assert 1 - len(drawn) / 3_000 == near(rates["openalex.paper_missing"], abs=0.015)
    assert share(one.twice for one in drawn) == near(rates["openalex.duplicate_work"], abs=0.01)
    assert len(works) == len(drawn) + sum(one.twice for one in drawn)
    assert share(one.shift for one in drawn if len(one.rows) > 1) == near(rates["openalex.shifted"], abs=0.02)
    assert share(one.family_first for one in drawn if not one.published) == near(
        rates["openalex.family_first"], abs=0.05
    )
    assert share(one.doi.startswith("10.5555/foreign") for one in drawn) == near(
        rates["openalex.foreign_doi"], abs=0.04
    )
    assert share(row.profile == NULL for row in rows) == near(rates["openalex.null_author"], abs=0.02)
    assert any(row.profile == DELETED_AUTHOR for row in rows)
    assert any(row.profile >= 0 and row.profile % 4 == SECOND for row in rows)
    names = [row["name"] for paper in world.s2_papers() for row in paper["authors"]]
    assert share(name[1:2] == "." for name in names) > rates["s2.initials"]
    assert any(row["authorId"] is None for paper in world.s2_papers() for row in paper["authors"])


def share(told):
    every = list(told)
    return sum(every) / len(every)


def test_some_profiles_hold_two_persons_and_some_persons_have_two_profiles(world):
    of_profile, of_person = {}, {}
    for paper in range(3_000):
        drawn, persons = world.openalex.drawn(paper), world.made.persons(paper)
        for row in drawn.rows if drawn else ():
            if row.profile >= 0 and row.position and not row.mistaken:
                of_profile.setdefault(row.profile, set()).add(persons[row.position - 1])
                of_person.setdefault(persons[row.position - 1], set()).add(row.profile)
    assert any(len(several) > 1 for several in of_profile.values())
    assert any(len(several) > 1 for several in of_person.values())


def test_most_slots_are_supported_and_not_all(world):
    slots = [slot for slot in world.truth.slots() if slot.person is not None]
    supported = share(slot.supported for slot in slots)
    assert 0.9 < supported < 1
    assert share(bool(slot.support & SUPPORT_OPENALEX) for slot in slots) < supported
    assert all(not slot.support for slot in world.truth.slots() if slot.person is None)


def unmeasured(world):
    """The same papers and persons, with no support filled in yet."""
    made = Made.__new__(Made)
    made.__dict__.update(world.made.__dict__)
    made.truth = type(world.truth)(world.truth.arxiv_ids)
    made.truth.__dict__.update(world.truth.__dict__)
    made.truth.support = bytearray(len(world.truth.support))
    return made


def test_rows_without_profile_support_nothing(world, monkeypatch):
    made = unmeasured(world)
    openalex = OpenAlexWorld(made)
    drawn = OpenAlexWorld.drawn

    def without_profiles(self, paper):
        found = drawn(self, paper)
        for row in found.rows if found else ():
            row.profile = NULL
        return found

    monkeypatch.setattr(OpenAlexWorld, "drawn", without_profiles)
    fill(made, openalex, world.semantic_scholar)
    assert not any(flags & SUPPORT_OPENALEX for flags in made.truth.support)
    assert any(flags & SUPPORT_S2 for flags in made.truth.support)


def test_a_paper_that_a_source_lacks_is_not_supported_by_it(world):
    lacking = [paper for paper in range(3_000) if world.openalex.drawn(paper) is None]
    assert lacking
    for paper in lacking:
        arxiv_id = world.arxiv_ids[paper]
        assert not world.openalex.works_by_landing_page(f"http://arxiv.org/abs/{arxiv_id}")
        assert not any(slot.support & SUPPORT_OPENALEX for slot in world.truth.slots_of(arxiv_id))


def test_both_servers_answer_of_the_world(world):
    arxiv_ids = world.arxiv_ids[:50]
    with OpenAlexServer(world.openalex) as server:
        values = "|".join(f"http://arxiv.org/abs/{one}" for one in arxiv_ids)
        query = {"filter": f"locations.landing_page_url:{values}", "per_page": "100"}
        answer = httpx.get(f"{server.url}/works", params=query).json()
        assert answer["meta"]["count"] >= 45
        author = next(
            row["author"] for work in answer["results"] for row in work["authorships"] if row["author"]["orcid"]
        )
        told = httpx.get(f"{server.url}/authors/{author['id'].rpartition('/')[2]}").json()
        assert (told["id"], told["display_name"], told["orcid"]) == (
            author["id"],
            author["display_name"],
            author["orcid"],
        )
        unpublished = next(one for one in answer["results"] if "10.48550/arxiv." in one["doi"])
        query = {"filter": f"doi:{unpublished['doi'].removeprefix('https://doi.org/')}"}
        found = httpx.get(f"{server.url}/works", params=query).json()["results"]
        assert unpublished["id"] in [one["id"] for one in found]
        placed = next(row for work in world.works() for row in work["authorships"] if row["institutions"])
        place = placed["institutions"][0]
        told = httpx.get(f"{server.url}/institutions/{place['id'].rpartition('/')[2]}").json()
        assert told["ror"] == place["ror"]
    with SemanticScholarServer(world.semantic_scholar) as server:
        ids = [f"ARXIV:{one}" for one in arxiv_ids]
        rows = httpx.post(
            f"{server.url}/paper/batch", params={"fields": "authors,externalIds"}, json={"ids": ids}
        ).json()
        assert len(rows) == 50
        assert sum(row is None for row in rows) < 10
        some = [one["authorId"] for row in rows if row for one in row["authors"] if one["authorId"]][:20]
        told = httpx.post(f"{server.url}/author/batch", params={"fields": "name"}, json={"ids": some}).json()
        assert [one["authorId"] for one in told] == some


def test_merged_authors_answer_301_or_404(world):
    olds = {GONE: [], OLD: []}
    for paper in range(3_000):
        drawn = world.openalex.drawn(paper)
        for row in drawn.rows if drawn else ():
            if row.profile >= 0 and row.profile % 4 in olds:
                olds[row.profile % 4].append(row.profile)
    assert olds[OLD] and olds[GONE]
    with OpenAlexServer(world.openalex) as server:
        moved = httpx.get(f"{server.url}/authors/A{5_000_000_001 + olds[OLD][0]}")
        assert moved.status_code == 301
        assert moved.headers["location"].endswith(f"A{5_000_000_001 + olds[OLD][0] - OLD}")
        assert httpx.get(f"{server.url}/authors/A{5_000_000_001 + olds[GONE][0]}").status_code == 404


def test_an_old_paper_id_gives_the_paper_under_its_new_one(world):
    paper, old = next(
        (paper, old)
        for paper in range(3_000)
        if (old := world.semantic_scholar.old_paper_id(paper)) and world.semantic_scholar.drawn(paper) is not None
    )
    assert world.semantic_scholar.paper(old)["paperId"] == world.semantic_scholar.paper_id(paper) != old


def test_made_papers_have_ids_of_their_own_and_everybody_has_one(world):
    made = MadePapers(1, 2_000, 1_500, world.made.papers.real)
    ids = [made.arxiv_id(number) for number in range(2_000)]
    assert len(set(ids)) == 2_000
    assert not set(ids) & set(world.arxiv_ids)
    assert {person for number in range(2_000) for person in made.persons(number)} == set(range(1_500))
    for number in range(0, 2_000, 20):
        record = parse_line(made.line(number))
        assert isinstance(record, PaperRecord)
        assert parse_arxiv_id(record.arxiv_id).id == ids[number]
        assert len(record.authors) == len(made.authors(number))


def test_what_is_written_is_what_is_asked(world, tmp_path):
    small = World(3, 40)
    small.write(tmp_path / "out")
    names = sorted(path.name for path in Path(tmp_path / "out").iterdir())
    assert names == [
        "openalex-works.jsonl.gz",
        "papers.jsonl.gz",
        "persons.jsonl.gz",
        "ror.json",
        "semanticscholar-papers.jsonl.gz",
        "truth.jsonl.gz",
    ]
    assert len(json.loads((tmp_path / "out" / "ror.json").read_text())) == len(small.made.places.every)
    lines = world_counts.content(tmp_path / "out" / "truth.jsonl.gz").split(b"\n")
    told = json.loads(lines[0])
    assert told["arxiv_id"] == small.arxiv_ids[0]
    assert [slot[1] for slot in told["slots"]] == [slot.person for slot in small.truth.slots_of(told["arxiv_id"])]
