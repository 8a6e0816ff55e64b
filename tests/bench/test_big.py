"""A big site, at small size: its rows are what harvest would keep, and its pages work."""

import functools
import gzip
from itertools import islice

import pytest
from django.db import connection
from django.utils import timezone

from bench import big_loading
from bench.big_cut import cut
from bench.big_people import RESEARCHER_COLUMNS, People
from bench.big_texts import Texts
from bench.big_together import in_turn
from bench.site import SNAPSHOT
from bench.world import papers as world_papers
from bench.world.making import Made
from bench.world.places import ROR, ror_records
from harvest.ingest import month_counts
from harvest.linking import counts
from harvest.loading.organisations import load as load_organisations
from harvest.models import HarvestRun
from harvest.sources.ror.parser import parse
from harvest.summaries import following, stays
from institutions.models import Institution
from papers.models import Affiliation, Authorship, Citation, Claim, Paper, PaperInstitution
from researchers.models import Researcher, Stay

REAL, MADE, PLACES = 400, 300, 3_000

pytestmark = pytest.mark.skipif(
    not (SNAPSHOT.exists() and ROR.exists()), reason="needs the samples of ../shared/upstream"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A world of which the later papers are made ones, from a snapshot of few."""
    short = tmp_path_factory.mktemp("world") / "papers.jsonl.gz"
    with gzip.open(SNAPSHOT) as lines, gzip.open(short, "wb") as kept:
        kept.writelines(islice(lines, REAL))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world_papers, "REAL_ENOUGH", 1)
        patch.setattr(world_papers, "RealPapers", functools.partial(world_papers.RealPapers, snapshot=short))
        return Made(5, REAL + MADE)


@pytest.fixture
def site(db, made):
    run = HarvestRun.objects.create(source="ror", trigger=HarvestRun.Trigger.COMMAND, window="sample")
    load_organisations((parse(record) for record in islice(ror_records(), PLACES)), run)
    before = _indexes()
    big_loading.write(made, list(range(len(made.papers))), in_turn)
    assert _indexes() == before
    return made


def _indexes():
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
        return cursor.fetchall()


def test_nothing_that_harvest_keeps_would_be_changed(site):
    assert Paper.objects.count() == len(site.papers)
    assert PaperInstitution.objects.filter(own=False).exists()
    assert Stay.objects.count() > 100
    assert counts.recount() == 0
    assert month_counts.remake() == 0
    stayed = set(Stay.objects.values_list())
    stays.refresh(set(Researcher.objects.values_list("pk", flat=True)))
    assert {row[1:] for row in Stay.objects.values_list()} == {row[1:] for row in stayed}
    assert following.keep_up(1) == 0


def test_slots_are_their_persons_and_each_link_has_its_claims(site):
    slot = Authorship.objects.exclude(researcher=None).select_related("researcher", "paper").order_by("-pk").first()
    number = site.paper_of[slot.paper.arxiv_id]
    assert site.persons(number)[slot.position - 1] + 1 == slot.researcher_id
    assert not Authorship.objects.exclude(researcher=None).filter(claims=None).exists()
    assert set(Claim.objects.values_list("score", flat=True)) == {1.0}
    assert Authorship.objects.filter(researcher=None, kind="person").exists()
    assert Affiliation.objects.exclude(institution=None).exists()
    assert Citation.objects.count() == sum(map(len, site.cites))


def test_orcid_drawn_for_several_is_the_first_ones(made, monkeypatch):
    first = made.persons(0)[1]
    monkeypatch.setattr(
        made.truth, "orcids", ["" if one < first else "0000-0001-5109-3700" for one in range(made.person_count)]
    )
    rows = list(People(made, Texts(made), list(range(len(made.papers))), {}).researchers())
    orcid = RESEARCHER_COLUMNS.index("orcid")
    assert len(rows) > 100
    assert [(row[0], row[orcid]) for row in rows if row[orcid]] == [(first + 1, "0000-0001-5109-3700")]


def test_text_of_made_papers_is_of_real_ones_and_rendered(site):
    plain = Paper.objects.exclude(abstract_html__contains="<math")
    made_ids = set(site.papers.ids[REAL:])
    made = [paper for paper in plain if paper.arxiv_id in made_ids]
    sentences = {
        sentence for paper in plain if paper.arxiv_id not in made_ids for sentence in paper.abstract.split(". ")
    }
    mixed = [paper for paper in made if paper.abstract and set(paper.abstract.split(". ")) <= sentences]
    assert len(mixed) > len(made) // 2
    assert all(paper.abstract_html.startswith("<p>") for paper in made)


def test_new_papers_find_free_ids(site):
    assert Paper.objects.order_by("-pk").values_list("pk", flat=True)[0] < _next("papers_paper")
    assert Authorship.objects.order_by("-pk").values_list("pk", flat=True)[0] < _next("papers_authorship")


def _next(table):
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        return cursor.fetchone()[0]


def test_pages_of_people_places_and_papers_work(site, page):
    researcher = Researcher.objects.listed().most_papers_first()[0]
    tree = page(researcher.get_absolute_url())
    assert f"{researcher.paper_count}" in tree.get_text()
    institution = Institution.objects.order_by("-paper_count_with_parts")[0]
    assert institution.paper_count_with_parts > 1
    page(institution.get_absolute_url())
    paper = Paper.objects.order_by("-pk")[0]
    assert paper.title in page(paper.get_absolute_url()).get_text()
    page("/researchers")
    page("/")
    assert paper.first_submitted_at <= timezone.now()


def test_cut_holds_all_papers_of_the_prolific_and_as_many_as_asked(made):
    chosen = cut(made, 100)
    assert len(chosen) == 100
    assert cut(made, 10_000) == list(range(REAL + MADE))
    written = {person: len(made.slots_of(person)) for person in range(made.person_count)}
    most = max(written, key=lambda person: (written[person], -person))
    assert {paper for paper, _ in made.slots_of(most)} <= set(chosen)
