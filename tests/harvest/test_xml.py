"""Hostile and broken XML gets a reason, not a parse."""

import pytest

from harvest.sources.arxiv.xml import MAX_BYTES, MAX_DEPTH, BrokenPayload, parse_xml

BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10 if n > 1 else b"&a;" * 10) for n in range(1, 12))
    + b"]><lolz>&a11;</lolz>"
)
QUADRATIC = b'<!DOCTYPE x [<!ENTITY a "' + b"a" * 100_000 + b'">]><x>' + b"&a;" * 10_000 + b"</x>"


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "empty answer"),
        (b" \n ", "empty answer"),
        (b"<!DOCTYPE html>\n<html><body>Rate exceeded</body></html>", "HTML instead of XML"),
        (b"\xef\xbb\xbf  <HTML><head></head></HTML>", "HTML instead of XML"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML">\n<html/>', "HTML instead of XML"),
        (b"<a><b>text", "broken XML"),
        (b"Too many requests", "broken XML"),
        (b"<a>caf\xe9</a>", "broken XML"),
        (b"<a>&undefined;</a>", "broken XML"),
        (BOMB, "XML"),
        (QUADRATIC, "XML"),
        (b'<!DOCTYPE a SYSTEM "http://192.0.2.1/a.dtd"><a/>', "DOCTYPE"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "DOCTYPE"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'.encode("utf-16"), "DOCTYPE"),
        (b"<a>" * (MAX_DEPTH + 1) + b"</a>" * (MAX_DEPTH + 1), "deeper"),
        (b"<a>" * 1_000_000, "XML"),
        (b"<a>" + b" " * MAX_BYTES + b"</a>", "bytes"),
    ],
    ids=lambda value: value[:25] if isinstance(value, bytes) else None,
)
def test_payload_is_refused_with_its_reason(payload, reason):
    with pytest.raises(BrokenPayload, match=reason) as error:
        parse_xml(payload)
    assert len(error.value.reason) < 300


def test_control_characters_do_not_spoil_a_page():
    root = parse_xml(b"<a><b>one\x00 \x0btwo</b><c>&#0;&#x1F;&#xD800;three</c></a>")
    assert [one.text for one in root] == ["one two", "three"]


def test_other_encodings_that_say_so_are_read():
    assert parse_xml("<a>é</a>".encode("utf-16")).text == "é"
    assert parse_xml(b'<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>').text == "é"


def test_depth_up_to_the_limit_is_read():
    assert parse_xml(b"<a>" * MAX_DEPTH + b"</a>" * MAX_DEPTH).tag == "a"
