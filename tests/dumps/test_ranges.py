"""Range and If-Range, by RFC 9110."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wovepaper.dumps.ranges import Bytes, Unsatisfiable, still_holds, wanted


@pytest.mark.parametrize(
    ("header", "part"),
    [
        (None, None),
        ("", None),
        ("bytes=0-0", Bytes(0, 0)),
        ("bytes=10-", Bytes(10, 99)),
        ("bytes=10-1000", Bytes(10, 99)),
        ("BYTES=99-99", Bytes(99, 99)),
        ("bytes=-1", Bytes(99, 99)),
        ("bytes=-1000", Bytes(0, 99)),
        ("bytes=5-4", None),
        ("bytes=-", None),
        ("bytes=a-b", None),
        ("bytes=0-1,5-6", None),
        ("lines=0-1", None),
        ("bytes=٣-٤", None),
    ],
)
def test_range_of_a_hundred_bytes(header, part):
    assert wanted(header, 100) == part


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0", f"bytes={'9' * 30}-"])
def test_range_behind_the_end_cannot_be_given(header):
    with pytest.raises(Unsatisfiable):
        wanted(header, 100)


@given(st.text(max_size=40), st.integers(0, 1000))
def test_any_header_gives_bytes_inside_the_file_or_none(header, size):
    for text in (header, f"bytes={header}"):
        try:
            part = wanted(text, size)
        except Unsatisfiable:
            continue
        assert part is None or 0 <= part.first <= part.last < size


def test_parts_go_on_only_with_the_same_file():
    date = "Thu, 01 Jan 1970 00:01:40 GMT"
    assert still_holds(None, '"a"', 100)
    assert still_holds('"a"', '"a"', 100)
    assert not still_holds('"b"', '"a"', 100)
    assert not still_holds('W/"a"', '"a"', 100)
    assert still_holds(date, '"a"', 100)
    assert not still_holds(date, '"a"', 101)
    assert not still_holds("nonsense", '"a"', 100)
