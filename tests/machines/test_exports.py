"""Citation files: parsers of each format read back what was meant."""

import json

import pytest
import rispy
from pybtex.database import parse_string

from harvest.records import AuthorKind, AuthorRecord
from papers.exports import api_object, bibtex, citation_key, csl_json, markdown, ris
from papers.exports.bibtex import bibtex_title, escaped
from tests.machines.conftest import every_value

TITLE = r"Schr\"odinger's DNA & the $O(n_1)$ price of 50% more CO2_x: #1"


def read_bibtex(paper):
    text = bibtex(paper)
    database = parse_string(text, "bibtex")
    assert len(database.entries) == 1
    return text, next(iter(database.entries.values()))


def read_ris(paper):
    text = ris(paper)
    assert text.endswith("ER  - \r\n")
    assert "\n" not in text.replace("\r\n", "")
    entries = rispy.loads(text)
    assert len(entries) == 1
    return entries[0]


def test_bibtex_of_a_preprint_has_its_fields_in_order(held):
    paper = held(
        arxiv_id="2001.12345",
        title=TITLE,
        authors=r"J\"urgen van der Stra{\ss}e, Plato, ABC Collaboration",
        categories=("quant-ph", "cs.LG"),
        first="2020-01-31",
    )
    text, entry = read_bibtex(paper)
    assert text.startswith("@misc{vanderstrasse2020schrodingers,\n")
    assert text.endswith("}\n")
    assert [line.split(" = ")[0].strip() for line in text.splitlines()[1:-1]] == [
        "title", "author", "year", "month", "eprint", "archivePrefix", "primaryClass", "eprinttype", "doi", "url",
    ]  # fmt: skip
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert entry.fields["title"] == (r"Schr\"odinger's {DNA} \& the {$O(n_1)$} price of {50\%} more {CO2\_x:} {\#1}")
    names = [(" ".join(p.prelast_names + p.last_names), " ".join(p.first_names)) for p in entry.persons["author"]]
    assert names == [("van der Straße", "Jürgen"), ("{Plato}", ""), ("{ABC Collaboration}", "")]
    assert entry.fields["month"] == "January"
    assert entry.fields["eprint"] == "2001.12345"
    assert entry.fields["primaryclass"] == "quant-ph"
    assert entry.fields["doi"] == "10.48550/arXiv.2001.12345"
    assert entry.fields["url"] == "https://arxiv.org/abs/2001.12345"


def test_bibtex_of_a_published_paper_names_the_journal(held):
    paper = held(journal_ref="Kyoto J. Math. 54, no. 2 (2021), 311-352", dois=("10.1215/x_y",))
    text, entry = read_bibtex(paper)
    assert entry.type == "article"
    assert (entry.fields["journal"], entry.fields["volume"], entry.fields["number"]) == ("Kyoto J. Math.", "54", "2")
    assert (entry.fields["pages"], entry.fields["year"]) == ("311--352", "2021")
    assert "month" not in entry.fields
    assert entry.fields["doi"] == "10.1215/x_y"
    assert "archivePrefix = {arXiv}" in text


def test_bibtex_of_a_conference_paper_names_the_book(held):
    paper = held(journal_ref="2016 American Control Conference (ACC), Boston, MA, 2016, pp. 4494-4499")
    _, entry = read_bibtex(paper)
    assert entry.type == "inproceedings"
    assert entry.fields["booktitle"] == "2016 American Control Conference (ACC), Boston, MA"


def test_unsure_journal_reference_stays_as_printed(held):
    paper = held(journal_ref="Fruit & Veg, special issue, to appear")
    _, entry = read_bibtex(paper)
    assert entry.type == "article"
    assert "journal" not in entry.fields
    assert entry.fields["note"] == r"Fruit \& Veg, special issue, to appear"
    assert read_ris(paper)["notes"] == ["Fruit & Veg, special issue, to appear"]
    assert json.loads(csl_json(paper))[0]["note"] == "Fruit & Veg, special issue, to appear"


def test_key_stays_when_a_journal_reference_comes(held):
    paper = held(title="The $\\pi$ of An Ångström", authors="Ørsted", arxiv_id="2001.00077")
    before = citation_key(paper)
    assert before == "orsted2020pi"
    paper.journal_ref = "Nature 1, 2 (2025)"
    assert citation_key(paper) == before


@pytest.mark.parametrize(
    ("tex", "meant"),
    [
        (r"A {\it nice} Title", r"A {\it nice} Title"),
        ("It costs $5", r"It costs {\$5}"),
        (r"Already \& escaped \_ here", r"Already \& escaped \_ here"),
        ("a } stray { brace", "a stray brace"),
        (r"sets $\{a\}$ and $\{b$", r"sets {$\lbrace a\rbrace $} and {$\lbrace b$}"),
        ("ends in \\", r"ends in \textbackslash{}"),
        ("iPhone and mRNA in E. coli", "{iPhone} and {mRNA} in E. coli"),
        ("$a b$-complete", "{$a b$-complete}"),
    ],
)
def test_title_survives_a_bibtex_parser(tex, meant):
    assert bibtex_title(tex) == meant
    parse_string(f"@misc{{k, title = {{{bibtex_title(tex)}}}}}", "bibtex")


def test_special_signs_are_left_alone_in_formulas():
    assert escaped(r"x_1 & $x_1 \% y$") == r"x\_1 \& $x_1 \% y$"


def test_names_that_hold_and_or_commas_stay_one_name(held):
    authors = (
        AuthorRecord("Research and Development Inc., Ltd", AuthorKind.GROUP),
        AuthorRecord("A And B", given="A", family="And B"),
        AuthorRecord("Sammy Davis Jr.", given="Sammy", family="Davis", suffix="Jr."),
        AuthorRecord("others", given="", family="others"),
    )
    _, entry = read_bibtex(held(authors=authors))
    assert [str(person) for person in entry.persons["author"]] == [
        "{Research and Development Inc., Ltd}", "{And B}, A", "Davis, Jr., Sammy", "{others}",
    ]  # fmt: skip


def test_ris_of_a_preprint_is_a_report_of_arxiv(held):
    paper = held(
        arxiv_id="math/0309136",
        title=TITLE,
        abstract="One.\n\nTwo & $x^2$.",
        authors=r"J\"urgen Stra{\ss}e, Plato, ABC Collaboration",
        first="2003-09-08",
    )
    entry = read_ris(paper)
    assert entry["type_of_reference"] == "RPRT"
    assert entry["authors"] == ["Straße, Jürgen", "Plato", "ABC Collaboration"]
    assert (entry["year"], entry["date"]) == ("2003", "2003/09/08")
    assert entry["publisher"] == "arXiv"
    assert entry["issn"] == "arXiv:math/0309136"
    assert entry["abstract"].startswith("One. Two & ")
    assert entry["title"] == paper.title
    assert entry["file_attachments1"] == f"http://127.0.0.1:8000{paper.get_absolute_url()}.pdf"


def test_ris_of_a_journal_paper_has_volume_and_pages(held):
    entry = read_ris(held(journal_ref="Phys. Lett. B 705 (2011) 59-64", dois=("10.1016/j.x",)))
    assert entry["type_of_reference"] == "JOUR"
    assert (entry["secondary_title"], entry["volume"], entry["start_page"], entry["end_page"]) == (
        "Phys. Lett. B", "705", "59", "64",
    )  # fmt: skip
    assert entry["doi"] == "10.1016/j.x"
    assert "publisher" not in entry


def test_csl_splits_names_and_dates(held):
    paper = held(authors="Ada King, ABC Collaboration", arxiv_id="2001.09999", first="2020-02-03")
    (item,) = json.loads(csl_json(paper))
    assert item["type"] == "article"
    assert item["genre"] == "preprint"
    assert item["number"] == "arXiv:2001.09999"
    assert item["author"] == [{"family": "King", "given": "Ada"}, {"literal": "ABC Collaboration"}]
    assert item["issued"] == {"date-parts": [[2020, 2, 3]]}
    (item,) = json.loads(csl_json(held(journal_ref="JHEP 10 (2016) 075")))
    assert (item["type"], item["container-title"], item["page"]) == ("article-journal", "JHEP", "075")
    assert item["issued"] == {"date-parts": [[2016]]}
    assert "genre" not in item


def test_three_thousand_authors_are_all_named(held):
    authors = [AuthorRecord(f"A{n} Author{n}", given=f"A{n}", family=f"Author{n}") for n in range(3_000)]
    paper = held(authors=authors)
    assert len(read_bibtex(paper)[1].persons["author"]) == 3_000
    assert len(read_ris(paper)["authors"]) == 3_000
    assert len(json.loads(csl_json(paper))[0]["author"]) == 3_000
    assert markdown(paper).count("Author2999") == 1


def test_markdown_has_ids_first_and_keeps_formulas(held):
    paper = held(
        title="A <b>bold</b> $x_1 < y$ [claim]*",
        abstract="First $a_b$ part.\n\n# Second _part_ & more.",
        authors="Ada King (MIT, Cambridge), Bo Li",
        versions=["2020-01-15", "2020-03-01"],
        comments="12 pages",
    )
    text = markdown(paper)
    assert text.startswith(
        "# A \\<b\\>bold\\</b\\> $x_1 \\lt  y$ \\[claim\\]\\*\n\n- Page: <http://127.0.0.1:8000/papers/"
    )
    assert text.index("- arXiv: [2001.") < text.index("## Authors") < text.index("## Abstract")
    assert "1. Ada King (MIT, Cambridge)\n2. Bo Li\n" in text
    assert "\n\nFirst $a_b$ part.\n\n\\# Second \\_part\\_ & more.\n" in text
    assert "v2, 2020-03-01" in text
    assert "<b>" not in text


def test_description_of_ours_is_never_given_as_the_abstract(held):
    paper = held(abstract="Our own words.", own_words=True)
    assert "Our own words" not in ris(paper)
    assert "abstract" not in json.loads(csl_json(paper))[0]
    assert "## Abstract" not in markdown(paper)
    assert (api_object(paper)["abstract"], api_object(paper)["description"]) == (None, "Our own words.")


def test_api_object_has_null_for_unknown_and_times_in_utc(held):
    paper = held(arxiv_id="hep-th/9901001", first="1999-01-04", categories=("hep-th",))
    thing = api_object(paper)
    assert thing["id"] == "http://127.0.0.1:8000/papers/hep-th/9901001"
    assert thing["first_submitted_at"] == "1999-01-04T00:00:00Z"
    assert thing["journal_ref"] is None
    assert thing["published_in"] is None
    assert thing["doi"] == "https://doi.org/10.48550/arXiv.hep-th/9901001"
    assert thing["categories"][0]["id"] == "http://127.0.0.1:8000/categories/hep-th"
    assert "" not in every_value(thing)
