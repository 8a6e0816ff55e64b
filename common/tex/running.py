r"""One paragraph of source to plain Unicode and to HTML, in one pass.

Formulas go to `formulas`, the rest is text with TeX commands, accents, quotation marks, dashes and addresses. Each
kind of token has a method; both forms are written side by side, so they never disagree. Unknown commands stay as they
were. Groups are kept on a stack, so markup is always balanced; time is linear.
"""

import re
from collections.abc import Callable
from html import escape, unescape

from common.tex.accents import ACCENT, LETTERS, accented
from common.tex.addresses import WEB, link, mask_emails, split_web
from common.tex.delimiters import find_dollars
from common.tex.linear import linear
from common.tex.macros import MACROS
from common.tex.symbols import GREEK, RELATIONS, SIGNS
from common.tex.vocabulary import (
    BARE_MATH,
    BREAKS,
    CITES,
    EMPHASIS,
    MATH_ENVIRONMENTS,
    NAMES,
    SKIPPED,
    SPELT,
    SWITCHES,
    WORDLESS,
)

# (plain, html) of a formula: its body, whether it is displayed, and its source with delimiters.
Formula = Callable[[str, bool, str], tuple[str, str]]

# An element of a set such as {0, 1} or {x_1, ..., x_n}, written without the backslashes it needs.
_ITEM = r"(?:[-+]?\d[\d./]{0,8}|[A-Za-z]\w{0,3}|\.{2,3})"

# Where anything but plain text may begin: alternatives that start with a letter of their own are searched fastest.
_NEXT = re.compile(r"\\|\$|\{|\}|~|`|&|\^|_\{|--|''|http://|https://")
_TOKEN = re.compile(
    rf"""(?P<web>{WEB})
    |(?P<accent>{ACCENT})
    |\\(?P<word>[A-Za-z]+)\*?(?P<after>\s*)
    |\\(?P<escaped>.)
    |(?P<dollar>\$)
    |(?P<set>\{{\s?{_ITEM}(?:,\s?{_ITEM}){{1,20}}\s?\}})
    |(?P<open>\{{)|(?P<close>\}})
    |(?P<script>[_^]\{{[^{{}}$]{{1,40}}\}}|\^\\[A-Za-z]+|\^[-+]?\d{{1,3}}(?!\w))
    |(?P<dash>---?)
    |(?P<quote>``|''|`(?=[^`'\s][^`'\n]{{0,80}}'(?!\w)))
    |(?P<tie>~)
    |(?P<entity>&(?:\#\d{{2,6}}|lt|gt|amp|quot|nbsp);)""",
    re.VERBOSE | re.DOTALL,
)
_MATH_ARGUMENT = re.compile(r"\s*(?:\{[^{}]{0,300}\}|\\[A-Za-z]+|\w)")
_ARGUMENT = re.compile(r"\s*\{([^{}]{0,1000})\}")
_PUNCTUATION = re.compile(r"[.,;:!?)\]]+")
_MANY_BLANKS = re.compile(r" {2,}")
DEEPEST = 12

_BEFORE_TIE = frozenset(".,;:)]}$'\"%")


def running(text: str, formula: Formula, links: bool) -> tuple[str, str]:
    """(plain, html) of one paragraph whose white space is single blanks."""
    if "@" in text:
        text = mask_emails(text)
    if not _NEXT.search(text):
        return text, escape(text, quote=False) if ("<" in text or ">" in text) else text
    plain, html = _Writer(text, formula, links).write()
    # Text that is nothing but commands without effect is better shown as it is than not at all.
    return (plain, html) if plain else (text, escape(text, quote=False))


class _Writer:
    def __init__(self, text: str, formula: Formula, links: bool) -> None:
        self.text, self.formula, self.links = text, formula, links
        self.plain: list[str] = []
        self.html: list[str] = []
        self.groups: list[tuple[str, str]] = []  # what closes each open group: plain, html
        self.at = 0
        self.unpaired = bool(text.count("$") - text.count("\\$") & 1)
        self.absent: set[str] = set()  # delimiters known not to follow any more

    def write(self) -> tuple[str, str]:
        text, next_token, token_at = self.text, _NEXT.search, _TOKEN.match
        while found := next_token(text, self.at):
            start = found.start()
            if start > self.at:
                self._say(text[self.at : start])
            match = token_at(text, start)
            if match is None:
                self.at = start + 1
                self._say(text[start])
                continue
            self.at = match.end()
            kind = match.lastgroup
            getattr(self, "_word" if kind == "after" else f"_{kind}")(match)
        self._say(text[self.at :])
        while self.groups:
            self._end_group()
        return _MANY_BLANKS.sub(" ", "".join(self.plain)).strip(), _MANY_BLANKS.sub(" ", "".join(self.html)).strip()

    def _say(self, plain: str, html: str | None = None) -> None:
        self.plain.append(plain)
        if html is None:
            html = escape(plain, quote=False) if ("&" in plain or "<" in plain or ">" in plain) else plain
        self.html.append(html)

    def _web(self, match: re.Match[str]) -> None:
        address, rest = split_web(match[0])
        self.at = match.end() - len(rest)
        self._say(address, link(address, address) if self.links else None)

    def _accent(self, match: re.Match[str]) -> None:
        self._say(accented(match))

    def _escaped(self, match: re.Match[str]) -> None:
        sign = match["escaped"]
        if sign in "([":
            closing = "\\)" if sign == "(" else "\\]"
            end = self._find(closing)
            if end >= 0:
                self._formula(self.text[self.at : end], sign == "[", end + 2, match.start())
                return
        if sign in "^~\"'`=.":
            # An accent without its letter: the sign itself, and the empty braces that often follow it.
            if self.text.startswith("{}", self.at):
                self.at += 2
            self._say(sign)
            return
        self._say(SPELT.get(sign, sign))

    def _dollar(self, match: re.Match[str]) -> None:
        found = find_dollars(self.text, match.start(), self.unpaired)
        if found is None:
            self._say("$")
        else:
            self._formula(found[0], found[1], found[2], match.start())

    def _set(self, match: re.Match[str]) -> None:
        """Braces that hold a list of short things are a set, not a group."""
        self._say(match[0])

    def _formula(self, body: str, display: bool, end: int, start: int) -> None:
        self.at = end
        plain, html = self.formula(body, display, self.text[start:end])
        if html.startswith("<math>") and (glued := _PUNCTUATION.match(self.text, end)):
            self.at = glued.end()
            self._say(plain + glued[0], f'<span class="nb">{html}{glued[0]}</span>')
            return
        self._say(plain, html)

    def _word(self, match: re.Match[str]) -> None:
        word = match["word"]
        if word in LETTERS:
            self._say(LETTERS[word])
            self._skip_empty_group()
        elif word in GREEK or word in SIGNS or word in RELATIONS:
            self._say(GREEK.get(word) or SIGNS.get(word) or RELATIONS[word])
            if not self._skip_empty_group() and match["after"]:
                self._say(" ")
        elif word in EMPHASIS:
            self._open_with(EMPHASIS[word])
        elif word in SWITCHES:
            self._switch(SWITCHES[word])
        elif word in BREAKS:
            self._say(" ")
        elif word in WORDLESS:
            pass
        elif word in CITES:
            if (keys := self._take()) is not None:
                self._say(f"[{keys}]")
        elif word in SKIPPED or word == "begin" or word == "end":
            self._environment(match) if word == "begin" else self._take()
        elif word == "url":
            if (address := self._take()) is not None:
                self._link(address, address)
        elif word == "href":
            self._href(match)
        elif word in ("ref", "eqref"):
            self._say(self._take() or "")
        elif word == "footnote" or word == "thanks":
            self._open_with("", " (", ")")
        elif word in NAMES:
            self._say(NAMES[word])
            if not self._skip_empty_group() and match["after"] and word not in ("TeX", "LaTeX"):
                self._say(" ")
        elif word in BARE_MATH or "#" not in MACROS.get(word, "#"):
            self._bare_math(match)
        else:
            self._unknown(match)

    def _bare_math(self, match: re.Match[str]) -> None:
        """A command of formulas outside `$`: with its arguments as the plain form of a formula."""
        end = match.end()
        for _ in range(2 if "frac" in match["word"] or "binom" in match["word"] else 1):
            if argument := _MATH_ARGUMENT.match(self.text, end):
                end = argument.end()
        self.at = end
        self._say(linear(self.text[match.start() : end]))
        if end == match.end() and match["after"]:
            self._say(" ")

    def _unknown(self, match: re.Match[str]) -> None:
        """Stays as it was, braces included; what is in them is read on."""
        self._say(match[0])
        if self.text.startswith("{", self.at):
            self.at += 1
            self._say("{")
            self.groups.append(("}", "}"))

    def _environment(self, match: re.Match[str]) -> None:
        name = self._take() or ""
        bare = name.rstrip("*")
        if bare in MATH_ENVIRONMENTS:
            closing = f"\\end{{{name}}}"
            end = self._find(closing)
            if end >= 0:
                body = self.text[self.at : end]
                if bare not in ("equation", "displaymath", "math"):
                    body = f"\\begin{{{name}}}{body}{closing}"
                self._formula(body, bare != "math", end + len(closing), match.start())

    def _href(self, match: re.Match[str]) -> None:
        address = self._take()
        shown = self._take()
        if address is None or shown is None:
            self._say(match[0])
            return
        self._link(address, linear(shown) if "\\" in shown else shown)

    def _link(self, address: str, shown: str) -> None:
        address = split_web(address.strip())[0]
        is_web = address.startswith(("http://", "https://"))
        self._say(shown, link(address, shown) if is_web and self.links else None)

    def _open(self, match: re.Match[str]) -> None:
        self.groups.append(("", ""))

    def _open_with(self, element: str, before: str = "", after: str = "") -> None:
        """A command that takes a group: markup opens here and closes with the group."""
        if not self.text.startswith("{", self.at):
            return
        self.at += 1
        opening, closing = self._tags(element)
        self._say(before, before + opening)
        self.groups.append((after, closing + after))

    def _switch(self, element: str) -> None:
        """`{\\it …`: the rest of the group; outside any group a switch would last for ever, so it does nothing."""
        if self.groups:
            plain, html = self.groups[-1]
            opening, closing = self._tags(element)
            self.html.append(opening)
            self.groups[-1] = (plain, closing + html)

    def _tags(self, element: str) -> tuple[str, str]:
        """Deeper markup than `DEEPEST` is dropped: no reader can tell it, and parsers give up on it."""
        if not element or len(self.groups) > DEEPEST:
            return "", ""
        return f"<{element}>", f"</{element}>"

    def _close(self, match: re.Match[str]) -> None:
        if self.groups:
            self._end_group()
        elif self.at < len(self.text):
            self._say("}")

    def _end_group(self) -> None:
        plain, html = self.groups.pop()
        self.plain.append(plain)
        self.html.append(html)

    def _script(self, match: re.Match[str]) -> None:
        """A raised or lowered part outside `$`, as in `10^{-3}` or `W_{\\infty}`."""
        token = match["script"]
        body = token[2:-1] if token[1] == "{" else token[1:]
        element = "sup" if token[0] == "^" else "sub"
        self._say(linear(f"{token[0]}{{{body}}}"), f"<{element}>{escape(linear(body), quote=False)}</{element}>")

    def _dash(self, match: re.Match[str]) -> None:
        self._say("—" if len(match[0]) == 3 else "–")

    def _quote(self, match: re.Match[str]) -> None:
        self._say({"``": "“", "''": "”", "`": "‘"}[match[0]])

    def _tie(self, match: re.Match[str]) -> None:
        """`Fig.~1` ties; ` ~10` says about ten."""
        before = self.text[match.start() - 1 : match.start()]
        following = self.text[self.at : self.at + 1]
        if before.isalnum() or (before in _BEFORE_TIE and before):
            self._say(" ", " " if following == " " else "\u00a0")
        elif following.isalpha():
            self._say(" ")
        else:
            self._say("~")

    def _entity(self, match: re.Match[str]) -> None:
        sign = unescape(match[0])
        self._say(
            {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}.get(sign, sign if sign.isprintable() else " ")
        )

    def _take(self) -> str | None:
        """The simple group that follows, if one does."""
        found = _ARGUMENT.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[1]

    def _skip_empty_group(self) -> bool:
        if self.text.startswith("{}", self.at):
            self.at += 2
            return True
        return False

    def _find(self, closing: str) -> int:
        """Where `closing` comes next, or -1; asked for again and again in vain it costs nothing."""
        if closing in self.absent:
            return -1
        end = self.text.find(closing, self.at)
        if end < 0:
            self.absent.add(closing)
        return end
