"""Text as it is indexed and asked for: accents folded, typographic forms undone, symbols given a name. Pure.

The analysers of the index split and lower-case; they cannot fold Greek or Cyrillic accents or letters of formulas, and
they drop the signs of `C++` and `C#`. `normalise` does the former, `symbols` collects the latter for a field of their
own, where Greek letters and TeX commands stand by name.
"""

import re
import unicodedata
from collections.abc import Iterable

GREEK = re.findall(
    r"\w+",
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega",
)
_GREEK_NAMES = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", GREEK, strict=True)) | {"ς": "sigma"}
_MARKS = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]+")
_GREEK_RUN = re.compile(r"[α-ως]+")
_WITH_SIGN = re.compile(r"(?<!\w)[a-z][a-z0-9]{0,8}(?:\+\+|\+|#)(?![\w+#])")
_LETTER_AND_WORD = re.compile(r"(?<![\w-])[a-zα-ω]-[a-z]{2,30}(?!\w)")
_DASH_AND_WORD = re.compile(r"-[a-z]{2,30}(?!\w)")
_TEX_COMMAND = re.compile(r"\\([A-Za-z]{2,30})")
_LAYOUT_COMMANDS = frozenset(
    re.findall(
        r"\w+",
        "emph textit textbf textrm texttt textsc textsf text mbox hbox rm bf it em sl sc tt sf mathrm mathit mathsf "
        "left right big bigl bigr displaystyle textstyle frac dfrac tfrac begin end cite citep citet ref label url "
        "href footnote quad qquad hspace vspace hskip par newline ldots dots cdots textsuperscript textsubscript",
    )
)


def normalise(text: str) -> str:
    """Compatibility forms undone and accents dropped: 𝒳 is X, ﬁ is fi, ή is η. Case and punctuation stay."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text)))


def symbols(plain: Iterable[str], tex: Iterable[str]) -> list[str]:
    """The symbols of a paper, each once, in lower case: `c++`, `p-adic`, `alpha` for α, `ell` for `\\ell`."""
    found: dict[str, None] = {}
    for text in plain:
        folded = normalise(text).lower()
        if "+" in folded or "#" in folded:
            found.update(dict.fromkeys(_WITH_SIGN.findall(folded)))
        # From the dash, which is rare: a pattern that begins with any letter costs a third of an entry's time.
        for dash in _DASH_AND_WORD.finditer(folded):
            whole = _LETTER_AND_WORD.match(folded, max(dash.start() - 1, 0))
            if whole:
                found[whole[0]] = None
        for run in _GREEK_RUN.findall(folded):
            if len(run) <= 2:  # longer ones are Greek words
                found.update(dict.fromkeys(_GREEK_NAMES[letter] for letter in run))
    for source in tex:
        found.update(
            dict.fromkeys(name.lower() for name in _TEX_COMMAND.findall(source) if name not in _LAYOUT_COMMANDS)
        )
    return list(found)


def symbol(word: str) -> str | None:
    """The name under which a typed word stands among the symbols, or None."""
    folded = normalise(word).lower()
    if folded in _GREEK_NAMES:
        return _GREEK_NAMES[folded]
    if folded.startswith("\\") and folded[1:].isalpha():
        return folded[1:]
    if folded in GREEK or _WITH_SIGN.fullmatch(folded) or _LETTER_AND_WORD.fullmatch(folded):
        return folded
    return None


def only_symbol(word: str) -> bool:
    """Whether the word means nothing without its sign: `C++`, `C#`, `\\ell`; `p-adic` is found as words too."""
    folded = normalise(word).lower()
    return folded.startswith("\\") or _WITH_SIGN.fullmatch(folded) is not None
