"""What the page of a paper shows of what arXiv says."""

from harvest.records import AuthorKind, AuthorRecord
from papers.models import RelatedPaper
from tests.papers.conftest import record


def test_title_and_abstract_are_typeset(held, page):
    paper = held(title="Mixing of $D^0$ mesons", abstract="We find $x$.\n\nAnd more.")
    tree = page(paper.get_absolute_url())
    assert tree.h1.find("math")
    assert len(tree.select(".abstract > p")) == 2
    assert tree.title.string == f"{paper.title} · wovepaper"


def test_all_authors_stand_in_order_and_fold_after_ten(held, page):
    names = [f"Ada N{number:03}" for number in range(300)]
    tree = page(held(authors=", ".join(names)).get_absolute_url())
    shown = [item.span.string for item in tree.select("header > .authors li")]
    folded = [item.span.string for item in tree.select("details .authors li")]
    assert shown == names[:10]
    assert shown + folded == names
    assert "290 more authors, 300 in all" in tree.select_one("details.fold summary").string


def test_eleven_authors_are_not_folded(held, page):
    tree = page(held(authors=", ".join(f"Ada N{number}" for number in range(11))).get_absolute_url())
    assert len(tree.select("header > .authors li")) == 11
    assert not tree.select("details .authors")


def test_groups_stand_apart_from_people(held, page):
    authors = (AuthorRecord("Ada Lovelace", given="Ada", family="Lovelace"), AuthorRecord("CLIC", AuthorKind.GROUP))
    tree = page(held(authors=authors).get_absolute_url())
    assert [item.span.string for item in tree.select(".authors li")] == ["Ada Lovelace"]
    assert "CLIC" in tree.select_one(".paper__groups").text


def test_an_affiliation_has_one_number_however_often_it_is_met(held, page):
    authors = (
        AuthorRecord("Ada A", given="Ada", family="A", affiliations=("ETH Zurich", "CERN")),
        AuthorRecord("Bea B", given="Bea", family="B", affiliations=("CERN",)),
    )
    tree = page(held(authors=authors).get_absolute_url())
    assert [item.sup.string for item in tree.select(".authors li")] == ["1,2", "2"]
    assert [item.text for item in tree.select(".affils li")] == ["1ETH Zurich", "2CERN"]


def test_what_changed_between_versions_is_told_where_it_is_known(held, page):
    first = record(title="Old title", versions=["2020-01-15"], abstract="Same.")
    paper = held(first)[0]
    held(record(arxiv_id=paper.arxiv_id, title="New title", versions=["2020-01-15", "2020-03-01"], abstract="Same."))
    paper.refresh_from_db()
    remarks = [item.select("span")[-1].text for item in page(paper.get_absolute_url()).select(".versions li")]
    assert remarks == ["title changed", "first version"]


def test_what_changed_before_this_site_held_the_paper_is_said_to_be_unknown_once(held, page):
    paper = held(versions=["2020-01-15", "2020-03-01", "2020-05-01"])
    remarks = [item.select("span")[-1].text for item in page(paper.get_absolute_url()).select(".versions li")]
    assert remarks == ["what changed is not known here", "", "first version"]


def test_withdrawn_paper_keeps_its_page_under_a_banner(held, page):
    paper = held(withdrawn=True, comments="Withdrawn: lemma 2 fails", versions=["2020-01-15", "2020-02-02"])
    tree = page(paper.get_absolute_url())
    banner = tree.select_one(".banner--alarm")
    assert banner.strong.string == "Withdrawn on 2 February 2020"
    assert "lemma 2 fails" in banner.text
    assert tree.select_one(".actions").text.strip().startswith("PDF of v1")
    assert "Withdrawn" in page("/papers").select_one(".row--withdrawn .row__alarm").text


def test_a_description_of_ours_is_marked_as_no_abstract(held, page):
    tree = page(held(own_words=True, abstract="Shows that engines compute.").get_absolute_url())
    assert tree.select_one(".stack .eyebrow").string == "Description"
    assert "not the abstract" in tree.select_one(".banner--caution").text
    assert "described in our words" in page("/papers").select_one(".row").text


def test_other_facts_are_shown_with_links(held, page):
    paper = held(
        journal_ref="Phys. Rev. D 75, 094019 (2007)",
        dois=("10.1103/physrevd.75.094019", "10.1000/other"),
        comments="12 pages; code at https://example.org/code.",
        report_number="CERN-1",
        msc_class="11A41",
        acm_class="F.2.2",
        license="http://creativecommons.org/licenses/by/4.0/",
        submitter="Ada Lovelace",
        categories=("cs.LG", "math.NT"),
    )
    tree = page(paper.get_absolute_url())
    facts = {item.dt.string: item for item in tree.select(".facts > div")}
    assert facts["Journal"].cite.string == "Phys. Rev. D 75, 094019 (2007)"
    assert [link["href"] for link in facts["DOI"].select("a")] == [
        "https://doi.org/10.1103/physrevd.75.094019",
        "https://doi.org/10.1000/other",
    ]
    assert facts["Comments"].a["href"] == "https://example.org/code"
    assert facts["Comments"].a["rel"] == ["nofollow", "noopener", "ugc"]
    assert facts["Licence"].a.string == "CC BY 4.0"
    assert {"Report number", "MSC class", "ACM class", "Submitted by"} <= set(facts)
    assert [link["href"] for link in tree.select(".plainlist a.code")] == ["/categories/cs.LG", "/categories/math.NT"]


def test_empty_facts_leave_no_empty_heading(held, page):
    tree = page(held(comments="", journal_ref="", dois=()).get_absolute_url())
    assert [item.dt.string for item in tree.select(".facts > div")] == ["Licence"]


def test_markup_in_what_arxiv_says_stays_text(held, client, page):
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    paper = held(
        title=f"On {evil}",
        abstract=evil,
        comments=evil,
        journal_ref=evil,
        report_number=evil,
        authors=f"Ada {evil[:9]}",
    )
    tree = page(paper.get_absolute_url())
    assert not tree.select("img, [onerror]")
    assert all(
        "alert" not in (script.string or "") or script["type"] == "application/ld+json" for script in tree("script")
    )
    assert "<script>alert" not in client.get(paper.get_absolute_url()).content.decode().replace("\\u003c", "")
    assert "<img" not in client.get("/papers").content.decode()


def test_a_title_may_be_zero(held, page):
    paper = held(title="0")
    assert page(paper.get_absolute_url()).h1.text == "0"
    assert page("/papers").select_one(".row__title").text == "0"


def test_similar_papers_are_nearest_first_and_name_no_removed_one(held, page):
    paper, near, far, lost = held(*(record(title=title) for title in ("Here", "Near", "Far", "Lost")))
    for rank, (other, closeness) in enumerate([(near, 0.9), (lost, 0.8), (far, 0.5)]):
        RelatedPaper.objects.create(paper=paper, other=other, rank=rank, closeness=closeness)
    type(lost).objects.filter(pk=lost.pk).update(removed_at=lost.changed_at)
    rows = page(paper.get_absolute_url()).select(".refs li")
    assert [row.a.text for row in rows] == ["Near", "Far"]
    assert "0.90 of 1" in rows[0].text


def test_the_bibtex_shown_is_the_one_of_the_file(held, page, client):
    paper = held(title="On $x$ & y")
    shown = page(paper.get_absolute_url()).select_one(".bibtex").text
    assert shown == client.get(f"{paper.get_absolute_url()}.bib").content.decode()


def test_page_is_made_in_eight_queries_however_many_authors(
    held, client, collected_static, django_assert_max_num_queries
):
    for authors in ("Ada A", ", ".join(f"Ada N{number}" for number in range(500))):
        path = held(authors=authors).get_absolute_url()
        with django_assert_max_num_queries(8):
            assert client.get(path).status_code == 200


def test_either_validator_gives_304_in_one_query(held, client, collected_static, django_assert_num_queries):
    path = held().get_absolute_url()
    first = client.get(path)
    for headers in (
        {"if-none-match": first["ETag"]},
        {"if-modified-since": first["Last-Modified"]},
    ):
        with django_assert_num_queries(1):
            assert client.get(path, headers=headers).status_code == 304


def test_formats_stand_at_suffixes_and_behind_accept(held, client, collected_static):
    path = held().get_absolute_url()
    by_suffix = client.get(f"{path}.md")
    by_accept = client.get(path, headers={"accept": "text/markdown"})
    assert by_suffix.content == by_accept.content
    assert by_accept["Content-Location"].endswith(f"{path}.md")
    assert "Accept" in by_accept["Vary"]
    assert client.get(path, headers={"accept": "text/html,*/*;q=0.8"})["Content-Type"].startswith("text/html")
    pdf = client.get(f"{path}.pdf")
    assert (pdf.status_code, pdf["Location"][:22]) == (302, "https://arxiv.org/pdf/")


def test_a_kept_page_is_asked_for_again_when_similar_papers_come(held, client, collected_static):
    paper, near = held(record(title="Here"), record(title="Near"))
    path = paper.get_absolute_url()
    kept = {"If-None-Match": client.get(path).headers["ETag"]}
    assert client.get(path, headers=kept).status_code == 304
    RelatedPaper.objects.create(paper=paper, other=near, rank=1, closeness=0.9)
    assert client.get(path, headers=kept).status_code == 200
