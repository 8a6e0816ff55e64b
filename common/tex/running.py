r"""One paragraph of source to plain Unicode and to HTML, in one pass.

Formulas go to `formulas`, the rest is text with TeX commands, accents, quotation marks, dashes and addresses. Each
kind of token has a method; both forms are written side by side, so they never disagree. Unknown commands stay as they
were. Groups are kept on a stack, so markup is always balanced; time is linear.
"""

import re
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
from common.tex.writer import Formula, Writer

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
    |(?P<quote>``|'')
    |(?P<tie>~)
    |(?P<entity>&(?:\#\d{{2,6}}|lt|gt|amp|quot|nbsp);)""",
    re.VERBOSE | re.DOTALL,
)
_SINGLE_QUOTED = re.compile(r"(?<![`\\])`(?=[^`'\s])([^`'\\$]{1,80})'(?!['\w])")
_MATH_ARGUMENT = re.compile(r"\s*(?:\{[^{}]{0,300}\}|\\[A-Za-z]+|\w)")

_BEFORE_TIE = frozenset(".,;:)]}$'\"%")


def running(text: str, formula: Formula, links: bool) -> tuple[str, str]:
    """(plain, html) of one paragraph whose white space is single blanks."""
    if "@" in text:
        text = mask_emails(text)
    if "`" in text:
        text = _SINGLE_QUOTED.sub(r"‘\1’", text)
    if not _NEXT.search(text):
        return text, escape(text, quote=False) if ("<" in text or ">" in text) else text
    plain, html = _Reader(text, formula, links).read()
    # Text that is nothing but commands without effect is better shown as it is than not at all.
    return (plain, html) if plain else (text, escape(text, quote=False))


class _Reader(Writer):
    def read(self) -> tuple[str, str]:
        text, next_token, token_at = self.text, _NEXT.search, _TOKEN.match
        while found := next_token(text, self.at):
            start = found.start()
            if start > self.at:
                self.say(text[self.at : start])
            match = token_at(text, start)
            if match is None:
                self.at = start + 1
                self.say(text[start])
                continue
            self.at = match.end()
            kind = match.lastgroup
            getattr(self, "_word" if kind == "after" else f"_{kind}")(match)
        self.say(text[self.at :])
        return self.finish()

    def _web(self, match: re.Match[str]) -> None:
        address, rest = split_web(match[0])
        self.at = match.end() - len(rest)
        if address.endswith("//"):
            self.say(address)
            return
        self.say(address, link(address, address) if self.links else None)

    def _accent(self, match: re.Match[str]) -> None:
        self.say(accented(match))

    def _escaped(self, match: re.Match[str]) -> None:
        sign = match["escaped"]
        if sign in "([":
            closing = "\\)" if sign == "(" else "\\]"
            end = self.find(closing)
            if end >= 0:
                self.write_formula(self.text[self.at : end], sign == "[", end + 2, match.start())
                return
        if sign in "^~\"'`=.":
            # An accent without its letter: the sign itself, and the empty braces that often follow it.
            if self.text.startswith("{}", self.at):
                self.at += 2
            self.say(sign)
            return
        self.say(SPELT.get(sign, sign))

    def _dollar(self, match: re.Match[str]) -> None:
        found = find_dollars(self.text, match.start(), self.unpaired)
        if found is None:
            self.say("$")
        else:
            self.write_formula(found[0], found[1], found[2], match.start())

    def _set(self, match: re.Match[str]) -> None:
        """Braces that hold a list of short things are a set, not a group."""
        self.say(match[0])

    def _word(self, match: re.Match[str]) -> None:
        word = match["word"]
        if word in LETTERS:
            self.say(LETTERS[word])
            self.skip_empty_group()
        elif word in GREEK or word in SIGNS or word in RELATIONS:
            self.say(GREEK.get(word) or SIGNS.get(word) or RELATIONS[word])
            if not self.skip_empty_group() and match["after"]:
                self.say(" ")
        elif word in EMPHASIS:
            self.open_with(EMPHASIS[word])
        elif word in SWITCHES:
            self.switch(SWITCHES[word])
        elif word in BREAKS:
            self.say(" ")
        elif word in WORDLESS:
            pass
        elif word in CITES:
            if (keys := self.take()) is not None:
                self.say(f"[{keys}]")
        elif word in SKIPPED or word == "begin" or word == "end":
            self._environment(match) if word == "begin" else self.take()
        elif word == "url":
            if (address := self.take()) is not None:
                self.write_link(address, address)
        elif word == "href":
            self._href(match)
        elif word in ("ref", "eqref"):
            self.say(self.take() or "")
        elif word == "footnote" or word == "thanks":
            self.open_with("", " (", ")")
        elif word in NAMES:
            self.say(NAMES[word])
            if not self.skip_empty_group() and match["after"] and word not in ("TeX", "LaTeX"):
                self.say(" ")
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
        self.say(linear(self.text[match.start() : end]))
        if end == match.end() and match["after"]:
            self.say(" ")

    def _unknown(self, match: re.Match[str]) -> None:
        """Stays as it was, braces included; what is in them is read on."""
        self.say(match[0])
        if self.text.startswith("{", self.at):
            self.at += 1
            self.say("{")
            self.groups.append(("}", "}"))

    def _environment(self, match: re.Match[str]) -> None:
        name = self.take() or ""
        bare = name.rstrip("*")
        if bare in MATH_ENVIRONMENTS:
            closing = f"\\end{{{name}}}"
            end = self.find(closing)
            if end >= 0:
                body = self.text[self.at : end]
                if bare not in ("equation", "displaymath", "math"):
                    body = f"\\begin{{{name}}}{body}{closing}"
                self.write_formula(body, bare != "math", end + len(closing), match.start())

    def _href(self, match: re.Match[str]) -> None:
        address = self.take()
        shown = self.take()
        if address is None or shown is None:
            self.say(match[0])
            return
        self.write_link(address, linear(shown) if "\\" in shown else shown)

    def _open(self, match: re.Match[str]) -> None:
        self.groups.append(("", ""))

    def _close(self, match: re.Match[str]) -> None:
        if self.groups:
            self.end_group()
        elif self.at < len(self.text):
            self.say("}")

    def _script(self, match: re.Match[str]) -> None:
        """A raised or lowered part outside `$`, as in `10^{-3}` or `W_{\\infty}`."""
        token = match["script"]
        body = token[2:-1] if token[1] == "{" else token[1:]
        element = "sup" if token[0] == "^" else "sub"
        self.say(linear(f"{token[0]}{{{body}}}"), f"<{element}>{escape(linear(body), quote=False)}</{element}>")

    def _dash(self, match: re.Match[str]) -> None:
        self.say("—" if len(match[0]) == 3 else "–")

    def _quote(self, match: re.Match[str]) -> None:
        self.say("“" if match[0] == "``" else "”")

    def _tie(self, match: re.Match[str]) -> None:
        """`Fig.~1` ties; ` ~10` says about ten."""
        before = self.text[match.start() - 1 : match.start()]
        following = self.text[self.at : self.at + 1]
        if before.isalnum() or (before in _BEFORE_TIE and before):
            self.say(" ", " " if following == " " else "\u00a0")
        elif following.isalpha():
            self.say(" ")
        else:
            self.say("~")

    def _entity(self, match: re.Match[str]) -> None:
        sign = unescape(match[0])
        self.say(
            {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}.get(sign, sign if sign.isprintable() else " ")
        )
