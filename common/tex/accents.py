r"""TeX's accents and letters as Unicode: `\'e`, `\"{\i}`, `\v{s}`, `\ss`. Pure tables and one function."""

import re
import unicodedata

# Combining mark of each accent command; letters first, then signs.
_MARKS = {
    "'": "\u0301", '"': "\u0308", "^": "\u0302", "`": "\u0300", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361", "h": "\u0309",
}  # fmt: skip

# A command word eats the blank after it, so these stand for letters inside a word.
LETTERS = {
    "ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ",
    "oe": "œ", "OE": "Œ", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "ng": "ŋ", "NG": "Ŋ", "textdotlessi": "ı",
}  # fmt: skip

_BASE = r"\\(?:i|j|ae|AE|oe|OE|aa|AA|o|O)(?![A-Za-z])|[^\W\d_]"
# The sign accents may touch their letter; the letter accents need a brace, a blank or a command after them.
ACCENT = (
    rf"""\\(?:(?P<sign>['"^`~=.])\s*|(?P<mark>[cvuHkrdbth])(?:(?=[{{\\])|\s+(?!\s)))"""
    rf"""(?:\{{\s*(?P<second>\{{\s*)?(?P<braced>{_BASE})\s*(?P<more>[^\W\d_]{{0,3}})(?(second)\}}\s*)\}}"""
    rf"""|(?P<bare>{_BASE})(?:(?<=\\[ij])\s)?)"""
)


def accented(match: re.Match[str]) -> str:
    """The letter of a match of `ACCENT` with its accent on."""
    command = match["sign"] or match["mark"]
    base = match["braced"] or match["bare"]
    if base[0] == "\\":
        base = LETTERS[base[1:]]
    if base in "ıȷ":
        base = "i" if base == "ı" else "j"
    letter = unicodedata.normalize("NFC", base + _MARKS[command])
    if len(letter) > 1 and command == '"':
        letter = '"' + base  # not an umlaut but a quotation mark that somebody escaped
    return letter + (match["more"] or "")
