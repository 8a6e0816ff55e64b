"""What arXiv's fields mean, one by one."""

from datetime import UTC, date, datetime

import pytest

from harvest.records import VersionRecord
from harvest.sources.arxiv import fields

SOME_DAY = datetime(2014, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Anomalous\n  scaling   of  $x$", "Anomalous scaling of $x$"),
        ("0", "0"),
        (None, ""),
        ("a\x00b\x07", "ab"),
        ("half \ud835 sign", "half \ufffd sign"),
        ("zero\u200bwidth", "zero\u200bwidth"),
        ("</script>&amp;", "</script>&amp;"),
        ("mojibake Ã©", "mojibake Ã©"),
    ],
)
def test_text_is_one_storable_line(text, line):
    assert fields.tidy(text) == line


@pytest.mark.parametrize(
    ("text", "abstract"),
    [
        ("  One sentence\nover two lines.\n", "One sentence over two lines."),
        ("One.\n  Two is new\nand goes on.", "One.\n\nTwo is new and goes on."),
        ("List:\n  - a\n  - b", "List:\n\n- a\n\n- b"),
        ("a\n\nb", "a b"),
        ("One\n                        two\n                        three.\n            ", "One two three."),
        ("One\n             two\n               Three.", "One two\n\nThree."),
        ("One.\r\n  Two.", "One.\n\nTwo."),
        (None, ""),
    ],
)
def test_abstract_paragraphs_start_with_a_blank(text, abstract):
    assert fields.paragraphs(text) == abstract


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        ("cs.CL math.GT", ("cs.CL", "math.GT")),
        ("math.MP math-ph", ("math-ph",)),
        ("math-ph math.MP hep-th", ("math-ph", "hep-th")),
        ("cs.SY stat.TH cs.IT math.IT", ("eess.SY", "math.ST", "cs.IT")),
        ("alg-geom chao-dyn", ("math.AG", "nlin.CD")),
        ("atom-ph", ("physics.atom-ph",)),
        ("cmp-lg cs.CL", ("cs.CL",)),
        ("astro-ph cond-mat q-bio", ("astro-ph", "cond-mat", "q-bio")),
        ("cs.CV I.2.10 68T45", ("cs.CV",)),
        ("cs.ZZ cs.CV", ()),
        ("CS.CV", ()),
        ("", ()),
    ],
)
def test_categories_are_canonical_in_order_and_once(codes, found):
    assert fields.categories(codes.split()) == found


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Wed, 23 Jan 2008 21:06:41 GMT", datetime(2008, 1, 23, 21, 6, 41, tzinfo=UTC)),
        ("Mon, 2 Apr 2007 19:18:42 GMT", datetime(2007, 4, 2, 19, 18, 42, tzinfo=UTC)),
        ("Mon, 02 Apr 2007 19:18:42 GMT", datetime(2007, 4, 2, 19, 18, 42, tzinfo=UTC)),
        ("Mon, 2 Apr 2007 19:18:42 -0400", datetime(2007, 4, 2, 23, 18, 42, tzinfo=UTC)),
        ("2010-03-05T20:37:01-05:00", datetime(2010, 3, 6, 1, 37, 1, tzinfo=UTC)),
        ("2006-01-02T14:57:58Z", datetime(2006, 1, 2, 14, 57, 58, tzinfo=UTC)),
        ("Mon, 32 Apr 2007 19:18:42 GMT", None),
        ("Mon, 2 Apr 99999 19:18:42 GMT", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_moments_are_read_in_utc(text, moment):
    assert fields.instant(text) == moment


@pytest.mark.parametrize(
    ("text", "found"),
    [("2008-11-26", date(2008, 11, 26)), ("2008-11-26T01:02:03Z", date(2008, 11, 26)), ("soon", None)],
)
def test_datestamps_are_days(text, found):
    assert fields.day(text) == found


@pytest.mark.parametrize(("text", "size"), [("23kb", 23), ("0kb", 0), ("1234kb", 1234), ("", None), ("big", None)])
def test_sizes_are_kilobytes(text, size):
    assert fields.size_in_kb(text) == size


@pytest.mark.parametrize(("text", "number"), [("v1", 1), ("v12", 12), ("v0", None), ("1", None), (None, None)])
def test_version_numbers_start_at_one(text, number):
    assert fields.version_number(text) == number


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"),
        ("https://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"),
        ("javascript:alert(1)", ""),
        (None, ""),
    ],
)
def test_licences_are_https_addresses(text, address):
    assert fields.licence_address(text) == address


@pytest.mark.parametrize(
    ("msc", "acm", "found"),
    [
        ("17A32, 18B99", None, ("17A32, 18B99", "")),
        (None, "17A32, 18B99", ("17A32, 18B99", "")),
        ("17A32", "17A32", ("17A32", "")),
        (None, "None", ("", "")),
        ("None", "None", ("", "")),
        (None, "G.1.6; G.2.1", ("", "G.1.6; G.2.1")),
        (None, "F.2.2; 68Q17", ("", "F.2.2; 68Q17")),
        ("11Mxx", "I.2.m", ("11Mxx", "I.2.m")),
    ],
)
def test_an_msc_class_in_the_acm_field_is_put_right(msc, acm, found):
    assert fields.subject_classes(msc, acm) == found


@pytest.mark.parametrize(
    ("versions", "comments", "withdrawn"),
    [
        ([VersionRecord(1, SOME_DAY, 9), VersionRecord(2, SOME_DAY, 0, "I")], "", True),
        ([VersionRecord(1, SOME_DAY, 9), VersionRecord(2, SOME_DAY, 1, "IA")], "", True),
        ([VersionRecord(1, SOME_DAY, 0, "I"), VersionRecord(2, SOME_DAY, 9)], "21 pages", False),
        ([VersionRecord(1, SOME_DAY)], "This paper has been withdrawn by the author due to an error", True),
        ([VersionRecord(1, SOME_DAY)], "9 pages. This paper has been temporarily withdrawn", True),
        ([VersionRecord(1, SOME_DAY)], "Withdrawn", True),
        ([VersionRecord(1, SOME_DAY)], "LaTeX2e, 9 pages. Paper withdrawn. (Lemma 2.1 is false.)", True),
        ([VersionRecord(1, SOME_DAY)], "arXiv admin note: submission has been withdrawn by arXiv", True),
        ([VersionRecord(1, SOME_DAY)], "the new version of 1904.1715, which is now withdrawn", False),
        (
            [VersionRecord(1, SOME_DAY)],
            "37 pages; replaces an earlier paper that was withdrawn (arXiv:1002.3451)",
            False,
        ),
        ([VersionRecord(1, SOME_DAY)], "v2: minor; v3: temporarily withdrawn; v4: total rewrite", False),
        ([VersionRecord(1, SOME_DAY)], "8 pages, withdrawn from that journal and submitted to another", False),
        ([VersionRecord(1, SOME_DAY)], "Corrected version of a withdrawn submission", False),
    ],
)
def test_withdrawal_is_told_by_the_newest_version_or_by_the_comment(versions, comments, withdrawn):
    assert fields.is_withdrawn(versions, comments) is withdrawn


@pytest.mark.parametrize(
    ("arxiv_id", "month"),
    [
        ("2401.16265", date(2024, 1, 1)),
        ("0704.0001", date(2007, 4, 1)),
        ("hep-th/9108001", date(1991, 8, 1)),
        ("math/0703001", date(2007, 3, 1)),
        ("9001.00001", date(2090, 1, 1)),
    ],
)
def test_id_tells_its_month(arxiv_id, month):
    assert fields.month_of_id(arxiv_id) == month
