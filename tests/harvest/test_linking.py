"""What outside sources say, written beside the papers held."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from harvest.ingest.batches import ingest_papers
from harvest.linking import components
from harvest.linking.batch import link
from harvest.outside_records import InstitutionRecord
from harvest.records import AuthorKind, AuthorRecord, PaperRecord, Removed, VersionRecord
from institutions.models import Institution
from papers.models import Affiliation, Authorship, Citation, Claim, OutsideWork, Paper, PaperInstitution
from researchers.models import Profile, Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, links, openalex_author, scholar_author, tell, work

pytestmark = pytest.mark.django_db


def everything():
    """All rows that linking writes, as they are."""
    models = (OutsideWork, Profile, Claim, Affiliation, PaperInstitution, Citation, Researcher, Authorship, Institution)
    return [list(model.objects.order_by("pk").values()) for model in models] + [
        list(Paper.objects.order_by("pk").values("pk", "changed_at", "change_seq"))
    ]


def test_author_is_linked_with_the_evidence():
    paper = make_paper("2001.00001", authors=["Ada Lovelace", "Charles Babbage"])
    tell(
        OPENALEX, work("2001.00001", [openalex_author("C. Babbage", "A5001"), openalex_author("Ada Lovelace", "A5002")])
    )
    first, second = paper.authorships.all()
    assert first.researcher.name == "Ada Lovelace"
    assert (first.evidence, second.evidence) == ("one-source", "one-source")
    assert second.researcher.name == "Charles Babbage"
    assert second.researcher.paper_count == 1
    claim = second.claims.get()
    assert (claim.profile.outside_id, claim.name_there, claim.method) == ("A5001", "C. Babbage", "initials")


def test_second_source_that_agrees_joins_the_same_researcher():
    paper = make_paper("2001.00001")
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")]))
    before = links(paper)
    tell(SCHOLAR, work("2001.00001", [scholar_author("A. Lovelace", "77")], SCHOLAR))
    assert links(paper) == before
    assert paper.authorships.get().evidence == "agreement"
    assert {profile.researcher_id for profile in Profile.objects.all()} == {before[1]}


def test_same_again_writes_nothing():
    make_paper("2001.00001", authors=["Ada Lovelace"])
    make_paper("2001.00002", authors=["Ada Lovelace"])
    Institution.objects.create(openalex_id="I1", name="Analytical Institute", changed_at="2020-01-01T00:00Z")
    told = [
        work(
            one,
            [openalex_author("Ada Lovelace", "A5001", affiliations=[("Analytical Institute, London", "I1")])],
            outside_id=f"W{one[-1]}",
            reference_ids=("W1", "W2"),
            institutions=(InstitutionRecord("I1", "Analytical Institute"),),
        )
        for one in ("2001.00001", "2001.00002")
    ]
    tell(OPENALEX, *told)
    before = everything()
    with CaptureQueriesContext(connection) as asked:
        result = tell(OPENALEX, *told)
    assert result.changed == 0
    assert everything() == before
    assert not [one["sql"] for one in asked if one["sql"].lstrip().upper().startswith(("UPDATE", "DELETE"))]


def test_researcher_grows_over_batches_and_keeps_the_id():
    papers = [make_paper(f"2001.0000{number}", authors=["A. Lovelace"]) for number in range(1, 4)]
    ids = set()
    for paper in papers:
        tell(OPENALEX, work(paper.arxiv_id, [openalex_author("A. Lovelace", "A5001")]))
        ids |= set(links(paper).values())
    (researcher,) = Researcher.objects.all()
    assert ids == {researcher.pk}
    assert researcher.paper_count == 3


def test_fullest_printed_form_is_the_name():
    for number, name in enumerate(["A. Lovelace", "Ada Lovelace", "Ada K. Lovelace"], 1):
        make_paper(f"2001.0000{number}", authors=[name])
        tell(OPENALEX, work(f"2001.0000{number}", [openalex_author(name, "A5001")]))
    (researcher,) = Researcher.objects.all()
    assert (researcher.name, researcher.folded, researcher.slug) == (
        "Ada K. Lovelace",
        "ada k lovelace",
        "ada-k-lovelace",
    )


def test_papers_of_whoever_is_found_to_be_one_who_objected_are_told_of_as_changed():
    for number in (1, 2, 3):
        make_paper(f"2001.0000{number}", authors=["Ada Lovelace"])
        profile = "A5001" if number < 3 else "A5003"
        tell(OPENALEX, work(f"2001.0000{number}", [openalex_author("Ada Lovelace", profile)]))
    first, second = Researcher.objects.order_by("pk")
    Researcher.objects.filter(pk=second.pk).update(hidden_at=second.changed_at)
    before = dict(Paper.objects.values_list("arxiv_id", "change_seq"))
    for number, profile in ((1, "A5001"), (3, "A5003")):  # the second paper's slot stays as it is
        author = openalex_author("Ada Lovelace", profile, orcid="0000-0002-1825-0097")
        tell(OPENALEX, work(f"2001.0000{number}", [author]))
    first.refresh_from_db()
    assert first.hidden_at
    after = dict(Paper.objects.values_list("arxiv_id", "change_seq"))
    assert after["2001.00002"] > before["2001.00002"]


def test_relinking_undoes_a_claim_that_is_taken_back():
    paper = make_paper("2001.00001", authors=["Ada Lovelace"])
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")]))
    researcher = Researcher.objects.get()
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace")]))
    assert links(paper) == {}
    researcher.refresh_from_db()
    assert researcher.paper_count == 0


def test_silence_of_a_source_changes_nothing():
    paper = make_paper("2001.00001")
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")]))
    before = everything()
    assert link(OPENALEX, {"2001.00001": []}).found == 0
    assert everything() == before
    assert links(paper)


def test_of_two_works_of_one_paper_the_fitting_one_is_chosen():
    paper = make_paper("2001.00001", title="On the analytical engine")
    stranger = work("2001.00001", [openalex_author("Wei Zhang", "A5009")], outside_id="W1", title="Quite another thing")
    own = work(
        "2001.00001", [openalex_author("Ada Lovelace", "A5001")], outside_id="W2", title="On the Analytical Engine"
    )
    tell(OPENALEX, stranger, own)
    assert dict(OutsideWork.objects.values_list("outside_id", "chosen")) == {"W1": False, "W2": True}
    assert paper.authorships.get().claims.get().profile.outside_id == "A5001"


@pytest.mark.parametrize(
    ("title", "author", "doi"),
    [
        ("On the analytical engine", "Ada Lovelace", "10.1000/1"),
        ("On the analytical engine", "Wei Zhang", ""),
        ("Quite another thing", "Ada Lovelace", ""),
    ],
)
def test_journal_doi_is_taken_only_if_title_and_authors_agree(title, author, doi):
    make_paper("2001.00001", title="On the analytical engine", authors=["Ada Lovelace"])
    tell(OPENALEX, work("2001.00001", [openalex_author(author, "A5001")], title=title, doi="10.1000/1"))
    assert OutsideWork.objects.get().published_doi == doi


def test_citation_is_found_whichever_paper_comes_first():
    old, new = make_paper("2001.00001"), make_paper("2001.00002")
    tell(OPENALEX, work("2001.00002", [], outside_id="W2", reference_ids=("W1", "W7")))
    assert not Citation.objects.exists()
    tell(OPENALEX, work("2001.00001", [], outside_id="W1"))
    assert [(one.citing, one.cited) for one in Citation.objects.all()] == [(new, old)]
    tell(OPENALEX, work("2001.00002", [], outside_id="W2", reference_ids=("W7",)))
    assert not Citation.objects.exists()


def test_group_is_never_a_researcher():
    paper = make_paper("2001.00001", authors=["ATLAS Collaboration"])
    paper.authorships.update(kind="group")
    tell(OPENALEX, work("2001.00001", [openalex_author("ATLAS Collaboration", "A5001")]))
    assert links(paper) == {}


def test_change_is_told_to_followers_once():
    paper = make_paper("2001.00001")
    before = Paper.objects.get().change_seq
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")], cited_by_count=3))
    after = Paper.objects.get().change_seq
    assert after > before
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")], cited_by_count=3))
    assert Paper.objects.get().change_seq == after
    assert paper.pk


def arxiv_record(*authors, version=1):
    submitted_at = datetime(2020, 1, 15, 12, tzinfo=UTC)
    return PaperRecord(
        arxiv_id="2001.00001",
        title="A paper",
        abstract="What it says.",
        authors_printed=", ".join(authors),
        authors=tuple(
            AuthorRecord(name, AuthorKind.PERSON, name.rpartition(" ")[0], name.rpartition(" ")[2]) for name in authors
        ),
        categories=("cs.LG",),
        versions=tuple(VersionRecord(number, submitted_at) for number in range(1, version + 1)),
    )


def test_new_author_list_frees_the_slots_whose_names_change():
    ingest_papers([arxiv_record("Ada Lovelace", "Charles Babbage", "Mary Somerville")], source="arxiv")
    names = ["Ada Lovelace", "Charles Babbage", "Mary Somerville"]
    authors = [openalex_author(name, f"A500{at}", affiliations=[("London",)]) for at, name in enumerate(names)]
    tell(OPENALEX, work("2001.00001", authors))
    ingest_papers([arxiv_record("Ada Lovelace", "Mary Somerville", version=2)], source="arxiv")
    paper = Paper.objects.get()
    assert [slot.researcher and slot.researcher.name for slot in paper.authorships.all()] == ["Ada Lovelace", None]
    assert Claim.objects.count() == Affiliation.objects.count() == 1
    assert dict(Researcher.objects.values_list("name", "paper_count")) == {
        "Ada Lovelace": 1,
        "Charles Babbage": 0,
        "Mary Somerville": 0,
    }
    tell(OPENALEX, work("2001.00001", authors))
    assert list(paper.authorships.values_list("researcher__name", flat=True)) == ["Ada Lovelace", "Mary Somerville"]


def test_paper_that_arxiv_deletes_leaves_the_counts_and_comes_back():
    ingest_papers([arxiv_record("Ada Lovelace")], source="arxiv")
    tell(OPENALEX, work("2001.00001", [openalex_author("Ada Lovelace", "A5001")]))
    ingest_papers([Removed("2001.00001", None)], source="arxiv")
    assert Researcher.objects.get().paper_count == 0
    ingest_papers([arxiv_record("Ada Lovelace", version=2)], source="arxiv")
    assert Researcher.objects.get().paper_count == 1


def test_what_is_too_large_to_decide_at_once_is_decided_by_halves(monkeypatch):
    names = [f"{given} Lovelace" for given in ("Ada", "Bea", "Cora", "Dora", "Eva", "Fay")]
    for number in (1, 2, 3):
        make_paper(f"2001.0000{number}", authors=names)
    monkeypatch.setattr(components, "MOST_SLOTS", 4)
    for number in (1, 2, 3):
        tell(OPENALEX, work(f"2001.0000{number}", [openalex_author(one, f"A500{at}") for at, one in enumerate(names)]))
    assert dict(Researcher.objects.values_list("name", "paper_count")) == dict.fromkeys(names, 3)


def test_what_is_too_large_by_itself_stays_as_it_is(monkeypatch):
    for number in (1, 2, 3):
        make_paper(f"2001.0000{number}")
    monkeypatch.setattr(components, "MOST_SLOTS", 2)
    for number, orcid in ((1, ""), (2, ""), (3, "0000-0002-1825-0097")):
        tell(OPENALEX, work(f"2001.0000{number}", [openalex_author("Ada Lovelace", "A5001", orcid=orcid)]))
    assert Researcher.objects.get().paper_count == 2
    assert Claim.objects.count() == 3
