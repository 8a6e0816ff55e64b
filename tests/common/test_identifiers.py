import pytest
from hypothesis import given
from hypothesis import strategies as st

from common import identifiers
from common.identifiers import (
    ArxivId,
    parse_arxiv_id,
    parse_doi,
    parse_dois,
    parse_openalex_id,
    parse_orcid,
    parse_ror,
    parse_s2_id,
    recognise,
)
from tests.common.arxiv_corpus import papers

ADDRESSES = [
    f"{scheme}{host}arxiv.org/{kind}/"
    for scheme in ("http://", "https://", "")
    for host in ("", "www.", "export.")
    for kind in ("abs", "pdf", "html", "format", "e-print", "src")
]


@pytest.mark.parametrize(
    "before",
    [
        "",
        "arXiv:",
        "arxiv:",
        "ARXIV: ",
        "oai:arXiv.org:",
        "10.48550/arXiv.",
        "https://doi.org/10.48550/ARXIV.",
        "doi:10.48550/arXiv.",
        *ADDRESSES,
    ],
)
@pytest.mark.parametrize("arxiv_id", ["2401.16265", "0704.0001", "hep-th/9901001", "cs/0001024"])
def test_every_spelling_of_an_id_is_read(before, arxiv_id):
    for text in (
        arxiv_id,
        arxiv_id.upper(),
        f" {arxiv_id} ",
        f"{arxiv_id}/",
        f"{arxiv_id}?context=cs",
        f"{arxiv_id}#S1",
        f"{arxiv_id}.pdf",
    ):
        assert parse_arxiv_id(before + text) == ArxivId(arxiv_id, None), before + text
    assert parse_arxiv_id(f"{before}{arxiv_id}v12") == ArxivId(arxiv_id, 12)
    assert parse_arxiv_id(f"{before}{arxiv_id}v2.pdf") == ArxivId(arxiv_id, 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:0706.0001v1 [q-bio.CB] 1 Jun 2007", ArxivId("0706.0001", 1)),
        ("2401.16265 [cs.LG]", ArxivId("2401.16265")),
        ("math.GT/0309136", ArxivId("math/0309136")),
        ("cond-mat.stat-mech/0001001v2", ArxivId("cond-mat/0001001", 2)),
        ("https://arxiv.org/abs/math.GT/0309136", ArxivId("math/0309136")),
        ("hepth/9901001", ArxivId("hep-th/9901001")),
        ("CMPLG/9404001", ArxivId("cmp-lg/9404001")),
        ("hep--th//9901001", ArxivId("hep-th/9901001")),
        ("1501.1234", ArxivId("1501.01234")),
        ("0704.00010", ArxivId("0704.0010")),
        ("1609.06840", ArxivId("1609.06840")),
        ("https://arxiv.org/pdf/hep-th/9901001.ps.gz", ArxivId("hep-th/9901001")),
        ("https://arxiv.org/abs/hep-th%2F9901001", ArxivId("hep-th/9901001")),
        ("supr-con/9412002", ArxivId("supr-con/9412002")),
        ("math/0703999", ArxivId("math/0703999")),
        ("hep-th/9107001", ArxivId("hep-th/9107001")),
        ("2401.00000", None),
        ("2401.16265v0", None),
        ("2401.16265v01", None),
        ("2401.16265vv1", None),
        ("2400.16265", None),
        ("2413.16265", None),
        ("0703.0001", None),
        ("0704.12345", None),
        ("2401.162651", None),
        ("2401.162", None),
        ("2448446.4710", None),
        ("9901001", None),
        ("math/0704001", None),
        ("math/9106001", None),
        ("math/9913001", None),
        ("math/9901000", None),
        ("nosuch/9901001", None),
        ("2401.16265 and more", None),
        ("", None),
        ("2401.16265" + " " * 600, ArxivId("2401.16265")),
        ("2401.16265?" + "x" * 600, None),
    ],
)
def test_id_is_made_canonical_or_refused(text, expected):
    assert parse_arxiv_id(text) == expected


def test_all_real_ids_are_canonical_already():
    count = 0
    for paper in papers():
        assert parse_arxiv_id(paper["id"]) == ArxivId(paper["id"])
        count += 1
    assert count == 80_428


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1103/PhysRevD.50.6385", "10.1103/physrevd.50.6385"),
        ("https://doi.org/10.1103/PhysRevD.50.6385", "10.1103/physrevd.50.6385"),
        ("http://dx.doi.org/10.1000/a%3Cb", "10.1000/a<b"),
        ("doi:10.1000/x", "10.1000/x"),
        ("DOI: 10.1000/x.", "10.1000/x"),
        ("doi:https://doi.org/10.1000/x", "10.1000/x"),
        ("(10.1000/x)", None),
        ("10.1000/x)", "10.1000/x"),
        ("10.1016/S0021-8693(02)00557-4", "10.1016/s0021-8693(02)00557-4"),
        (
            "10.1002/(SICI)1099-1476(19990310)22:4<353::AID-MMA44>3.0.CO;2-#",
            "10.1002/(sici)1099-1476(19990310)22:4<353::aid-mma44>3.0.co;2-#",
        ),
        ("10.1007/978-3-319-90050-6\\_8", "10.1007/978-3-319-90050-6_8"),
        ("10.016/j.pep.2005.11.011", None),
        ("10.1000/", None),
        ("11.1000/x", None),
        ("10.1000/" + "x" * 600, None),
    ],
)
def test_doi_is_bare_and_in_lower_case(text, expected):
    assert parse_doi(text) == expected


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("", ()),
        ("10.1/x", ()),
        ("10.1000/A 10.1000/b", ("10.1000/a", "10.1000/b")),
        ("10.1000/a, 10.1000/b; 10.1000/c and 10.1000/d,10.1000/e;10.1000/f", tuple(f"10.1000/{x}" for x in "abcdef")),
        ("10.1000/a 10.1000/A\n  10.1000/a", ("10.1000/a",)),
        ("doi:10.1000/a, https://doi.org/10.1000/b", ("10.1000/a", "10.1000/b")),
        ("10.1371/journal.pone.0007968 (2009)", ("10.1371/journal.pone.0007968",)),
        ("10.3389/fnagi.2014.00227. eCollection 2014", ("10.3389/fnagi.2014.00227",)),
        ("10.5194/npg-21-115-2014, 2014", ("10.5194/npg-21-115-2014",)),
        ("10.1007/s00440- 010-0276-9", ("10.1007/s00440-010-0276-9",)),
        ("10.1029/ 2011JB008565", ("10.1029/2011jb008565",)),
        ("10.1093/imrn/ 10.1093/imrn/rnt224", ("10.1093/imrn/rnt224",)),
        (
            "10.1175/1520-0493(2004)132<1306:SOLCSS>2.0.CO;2, 10.1000/b",
            ("10.1175/1520-0493(2004)132<1306:solcss>2.0.co;2", "10.1000/b"),
        ),
        (" , " * 5_000, ()),
        ("10.1000/a " * 5_000, ("10.1000/a",)),
    ],
)
def test_doi_field_is_cut_only_before_a_doi(field, expected):
    assert parse_dois(field) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1694-233x", "0000-0002-1694-233X"),
        ("http://orcid.org/0000000218250097/", "0000-0002-1825-0097"),
        ("0000-0002-1825-0098", None),
        ("0000-0002-1825-009", None),
    ],
)
def test_orcid_must_pass_its_check(text, expected):
    assert parse_orcid(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("05a28rw58", "https://ror.org/05a28rw58"),
        ("ror.org/05A28RW58", "https://ror.org/05a28rw58"),
        ("https://ror.org/05a28rw58/", "https://ror.org/05a28rw58"),
        ("05a28rw59", None),
        ("012xzy7a9", None),
        ("05i28rw58", None),
    ],
)
def test_ror_must_pass_its_check(text, expected):
    assert parse_ror(text) == expected


def test_openalex_and_semantic_scholar_ids_are_read():
    assert parse_openalex_id("https://openalex.org/w2741809807") == "W2741809807"
    assert parse_openalex_id("https://api.openalex.org/works/W2741809807") == "W2741809807"
    assert parse_openalex_id("X2741809807") is None
    paper_id = "649def34f8be52c8b66281af98ae884c09aef38b"
    assert parse_s2_id(paper_id.upper()) == paper_id
    assert parse_s2_id(f"https://www.semanticscholar.org/paper/Some-Title/{paper_id}?x=1") == paper_id
    assert parse_s2_id("CorpusID: 0123") == "CorpusId:123"
    assert parse_s2_id(paper_id[:-1]) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  arXiv:2401.16265v3 ", ("arxiv", "2401.16265")),
        ("<https://arxiv.org/abs/2401.16265>", ("arxiv", "2401.16265")),
        ("https://papers.example.org/papers/2401.16265-some-slug?x=1", ("arxiv", "2401.16265")),
        ("/papers/math.GT/0309136v2-knots", ("arxiv", "math/0309136")),
        ("https://doi.org/10.48550/arXiv.2401.16265", ("arxiv", "2401.16265")),
        ("https://doi.org/10.1103/PhysRevD.50.6385", ("doi", "10.1103/physrevd.50.6385")),
        ("https://orcid.org/0000-0002-1825-0097", ("orcid", "0000-0002-1825-0097")),
        ("ror.org/05a28rw58", ("ror", "https://ror.org/05a28rw58")),
        ("W2741809807", ("openalex", "W2741809807")),
        ("https://openalex.org/W12", ("openalex", "W12")),
        ("649def34f8be52c8b66281af98ae884c09aef38b", ("s2", "649def34f8be52c8b66281af98ae884c09aef38b")),
        ("W12", None),
        ("S2", None),
        ("graph neural networks", None),
        ("2401.16265 related work", None),
        ("1234.5678", None),
        ("", None),
        ("x" * 10_000, None),
    ],
)
def test_pasted_text_is_recognised(text, expected):
    assert recognise(text) == expected


@given(st.text())
def test_no_text_makes_a_parser_fail(text):
    for parse in (
        parse_arxiv_id,
        parse_doi,
        parse_dois,
        parse_orcid,
        parse_ror,
        parse_openalex_id,
        parse_s2_id,
        recognise,
    ):
        parse(text)


def test_links_lead_to_the_source():
    assert identifiers.arxiv_url("hep-th/9901001", 2) == "https://arxiv.org/abs/hep-th/9901001v2"
    assert identifiers.arxiv_pdf_url("2401.16265") == "https://arxiv.org/pdf/2401.16265"
    assert identifiers.arxiv_doi("2401.16265") == "10.48550/arXiv.2401.16265"
    assert identifiers.doi_url("10.1000/a<b>#c?d") == "https://doi.org/10.1000/a%3Cb%3E%23c%3Fd"
    assert identifiers.orcid_url("0000-0002-1825-0097") == "https://orcid.org/0000-0002-1825-0097"
    assert identifiers.openalex_url("W1") == "https://openalex.org/W1"
    assert identifiers.s2_url("CorpusId:12") == "https://api.semanticscholar.org/CorpusId:12"
