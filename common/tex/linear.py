r"""A formula as one line of Unicode: `\alpha^2` is α², `\frac{a}{b}` a/b, `\mathbb{R}` ℝ.

For titles, feeds, slugs and search, so it would rather be readable than exact. Never fails; what it does not know
loses its backslash and braces. Linear in time; groups nested deeper than `DEEPEST` are read as if they had no braces.
"""

import re
import unicodedata
from functools import lru_cache

from common.tex.accents import LETTERS
from common.tex.macros import MACROS
from common.tex.symbols import (
    DOUBLE_STRUCK,
    FUNCTIONS,
    GREEK,
    RAISED,
    RELATIONS,
    SIGNS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    words,
)

LONGEST = 20_000
DEEPEST = 30

_TOKEN = re.compile(r"\\([A-Za-z]+)\*?|\\(.)|([{}^_'&~])|(\s+)|(-?\d+(?:\.\d+)?|.)", re.DOTALL)
_SIGNS = SIGNS | GREEK
_OVER = {  # marks above or below one sign
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303",
    "widetilde": "\u0303", "vec": "\u20d7", "overrightarrow": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
    "underline": "\u0332",
}  # fmt: skip
_DROPPED = words(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm limits nolimits "
    "displaystyle textstyle scriptstyle scriptscriptstyle rm bf it cal sl sf tt em mit boldmath "
    "unboldmath nonumber notag hfill mathop mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak "
    "frak text textrm textbf textit texttt textsf textsc textup textnormal mbox hbox operatorname "
    "operatornamewithlimits boldsymbol bm pmb mathbin mathrel mathord mathopen mathclose mathinner "
    "mathpunct emph underbrace overbrace boxed phantom strut small large scriptsize footnotesize "
    "ensuremath protect substack Bbb tiny normalsize cancel not displaylimits allowbreak smash vphantom "
    "mathstrut Cal roman scr bold mathds mathbbm vcenter"
)
_BLANKS = {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "\\": " ", "/": "", ">": " ", "-": "", "\n": " "}
_SPACES = {"quad": " ", "qquad": " ", "thinspace": " ", "enspace": " ", "space": " ", "cr": " ", "newline": " "}
_TAKES_TWO = {"frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac", "genfrac", "binom", "dbinom", "tbinom"}
_SECOND_ONLY = {"stackrel", "overset", "underset", "textcolor", "href", "raisebox", "color"}
_SKIPS_ONE = {"label", "tag", "hspace", "vspace", "begin", "end", "cite", "ref"}
_WORD = re.compile(r"[\w.∞°′]*")
_CALL = re.compile(rf"\b({'|'.join(sorted(FUNCTIONS, key=len, reverse=True))}) +\(")
_TIGHT = re.compile(r" {2,}")


def linear(tex: str) -> str:
    """The formula (no delimiters) in one line; never raises."""
    text = _Reader(tex[:LONGEST]).sequence(0)
    if " (" in text:
        text = _CALL.sub(r"\1(", text)
    return _TIGHT.sub(" ", text).strip()


class _Reader:
    """Reads tokens from left to right, each once."""

    def __init__(self, tex: str) -> None:
        self.tokens = _TOKEN.findall(tex)
        self.at = 0

    def sequence(self, depth: int, until: str = "") -> str:
        out: list[str] = []
        tokens, count = self.tokens, len(self.tokens)
        while self.at < count:
            word, sign, mark, blank, other = tokens[self.at]
            if mark == "}":
                if until == "}":
                    break
                self.at += 1
                continue
            if other and other == until:
                break
            if blank:
                self.at += 1
                self._blank(out)
                continue
            piece = self.piece(depth)
            if mark and mark in "^_" and out and out[-1][-1:] == " ":
                # The exponent of a function: log² n.
                out[-1] = out[-1].rstrip()
                piece += " "
            if (word or sign) and out:
                _join(out, piece)
            else:
                out.append(piece)
        return "".join(out)

    def piece(self, depth: int) -> str:
        """The next token, with what it takes along, as text."""
        word, sign, mark, blank, other = self.tokens[self.at]
        self.at += 1
        if other:
            return other
        if word:
            return self._command(word, depth)
        if mark == "{":
            return self._group(depth)
        if mark in "^_" and mark:
            body = self._argument(depth)
            return _script(body, mark)
        if mark == "'":
            return "′"
        if sign:
            return _BLANKS.get(sign, "‖" if sign == "|" else sign)
        return " " if mark in "&~" or blank else ""

    def _blank(self, out: list[str]) -> None:
        """Blanks mean nothing in a formula, but around signs they are how the author spaced it."""
        if self.at >= len(self.tokens) or not out or not out[-1]:
            return
        if self.tokens[self.at - 2][0] and not (len(out) > 1 and out[-2][-1:] == " "):
            return  # only the end of a command's name
        word, _, _, _, other = self.tokens[self.at]
        before = out[-1][-1]
        if (
            (not before.isalnum() and before not in "^_({[")
            or (other and not other.isalnum() and other not in ")]},.;:")
            or word in SIGNS
        ):
            out.append(" ")

    def _group(self, depth: int) -> str:
        if depth >= DEEPEST:
            return ""
        text = self.sequence(depth + 1, "}")
        self.at += 1
        return text

    def _argument(self, depth: int) -> str:
        """What a command takes: a group, or the next token."""
        while self.at < len(self.tokens) and self.tokens[self.at][3]:
            self.at += 1
        if self.at >= len(self.tokens) or depth >= DEEPEST or self.tokens[self.at][2] == "}":
            return ""
        _, _, _, _, other = self.tokens[self.at]
        if len(other) > 1:  # a number: TeX takes one digit of it
            self.at += 1
            first = other[:1]
            self.at -= 1
            self.tokens[self.at] = ("", "", "", "", other[1:])
            return first
        return self.piece(depth + 1).strip()

    def _option(self, depth: int) -> str:
        """An optional argument in square brackets."""
        if self.at < len(self.tokens) and self.tokens[self.at][4] == "[" and depth < DEEPEST:
            self.at += 1
            text = self.sequence(depth + 1, "]")
            self.at += 1
            return text
        return ""

    def _command(self, word: str, depth: int) -> str:
        if word in FUNCTIONS:
            return f" {word} "
        if word in _SIGNS:
            return _SIGNS[word]
        if word in RELATIONS:
            return f" {RELATIONS[word]} "
        if word in ("left", "right", "middle"):
            if self.at < len(self.tokens) and self.tokens[self.at][4] == ".":
                self.at += 1
            return ""
        if word == "not":
            negated = self._argument(depth)
            return unicodedata.normalize("NFC", negated + "\u0338") if len(negated) == 1 else negated
        if word == "mathbb" or word in ("Bbb", "mathds", "mathbbm"):
            return "".join(DOUBLE_STRUCK.get(letter, letter) for letter in self._argument(depth))
        if word in ("mathrm", "text", "mbox", "hbox", "textrm", "operatorname", "textit", "textbf", "textsc"):
            return self._words(depth)
        if word in _DROPPED:
            return ""
        if word in _SPACES:
            return _SPACES[word]
        if word in _OVER:
            body = self._argument(depth)
            return unicodedata.normalize("NFC", body + _OVER[word]) if len(body) == 1 else body
        if word in _TAKES_TWO:
            above, below = self._argument(depth), self._argument(depth)
            return f"({above} choose {below})" if "binom" in word else f"{_held(above)}/{_held(below)}"
        if word == "sqrt":
            root = {"": "√", "3": "∛", "4": "∜"}
            index = self._option(depth)
            return root.get(index, f"{_script(index, '^')}√") + _held(self._argument(depth))
        if word in ("over", "atop", "above"):
            return "/"
        if word == "choose":
            return " choose "
        if word in ("pmod", "bmod", "mod"):
            return f" (mod {self._argument(depth)}) " if word == "pmod" else " mod "
        if word in _SECOND_ONLY:
            self._argument(depth)
            return self._argument(depth)
        if word in _SKIPS_ONE:
            skipped = self._argument(depth)
            if word == "begin" and skipped == "array":
                self._argument(depth)
            return " "
        if word in LETTERS:
            return LETTERS[word]
        known = MACROS.get(word)
        if known is not None and "#" not in known and depth < DEEPEST:
            return _expanded(known)
        return word if known is None or "#" not in known else self._argument(depth)

    def _words(self, depth: int) -> str:
        """Text inside a formula keeps its blanks."""
        while self.at < len(self.tokens) and self.tokens[self.at][3]:
            self.at += 1
        if self.at >= len(self.tokens) or self.tokens[self.at][2] != "{" or depth >= DEEPEST:
            return ""
        self.at += 1
        out: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at][2] != "}":
            if self.tokens[self.at][3]:
                out.append(" ")
                self.at += 1
            else:
                out.append(self.piece(depth + 1))
        self.at += 1
        return "".join(out)


@lru_cache(maxsize=2_000)
def _expanded(body: str) -> str:
    """A macro's body; those of our table do not call each other."""
    return linear(body)


def _join(out: list[str], piece: str) -> None:
    """Names of functions and relations bring blanks; at a bracket or the beginning they are not wanted."""
    if piece.startswith(" ") and out[-1] and out[-1][-1] in "([{|⟨,‖":
        piece = piece[1:]
    out.append(piece)


def _held(text: str) -> str:
    """Brackets round what would fall apart in one line."""
    return text if _WORD.fullmatch(text) or (text[:1] == "(" and text.find(")") == len(text) - 1) else f"({text})"


def _script(body: str, mark: str) -> str:
    table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS
    letters = sum(sign.isalpha() for sign in body)
    if letters <= 2 and all(sign in table for sign in body):
        return "".join(table[sign] for sign in body)
    if mark == "^" and all(sign in RAISED for sign in body):
        return "".join(RAISED[sign] for sign in body)
    return mark + body if len(body) == 1 or body.isalnum() else f"{mark}({body})"
