r"""What running text writes: plain and HTML side by side, groups with what closes them, arguments of commands.

`running` finds the tokens and calls these. Groups are kept on a stack, so markup is always balanced.
"""

import re
from collections.abc import Callable
from html import escape

from common.tex.addresses import link, split_web

# (plain, html) of a formula: its body, whether it is displayed, and its source with delimiters.
Formula = Callable[[str, bool, str], tuple[str, str]]

DEEPEST = 12

_ARGUMENT = re.compile(r"\s*\{([^{}]{0,1000})\}")
_PUNCTUATION = re.compile(r"[.,;:!?)\]]+")
_MANY_BLANKS = re.compile(r" {2,}")


class Writer:
    def __init__(self, text: str, formula: Formula, links: bool) -> None:
        self.text, self.formula, self.links = text, formula, links
        self.plain: list[str] = []
        self.html: list[str] = []
        self.groups: list[tuple[str, str]] = []  # what closes each open group: plain, html
        self.at = 0
        self.unpaired = bool(text.count("$") - text.count("\\$") & 1)
        self.absent: set[str] = set()  # delimiters known not to follow any more

    def say(self, plain: str, html: str | None = None) -> None:
        self.plain.append(plain)
        if html is None:
            html = escape(plain, quote=False) if ("&" in plain or "<" in plain or ">" in plain) else plain
        self.html.append(html)

    def write_formula(self, body: str, display: bool, end: int, start: int) -> None:
        self.at = end
        plain, html = self.formula(body, display, self.text[start:end])
        if html.startswith("<math>") and (glued := _PUNCTUATION.match(self.text, end)):
            self.at = glued.end()
            self.say(plain + glued[0], f'<span class="nb">{html}{glued[0]}</span>')
            return
        self.say(plain, html)

    def open_with(self, element: str, before: str = "", after: str = "") -> None:
        """A command that takes a group: markup opens here and closes with the group."""
        if not self.text.startswith("{", self.at):
            return
        self.at += 1
        opening, closing = self._tags(element)
        self.say(before, before + opening)
        self.groups.append((after, closing + after))

    def switch(self, element: str) -> None:
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

    def end_group(self) -> None:
        plain, html = self.groups.pop()
        self.plain.append(plain)
        self.html.append(html)

    def write_link(self, address: str, shown: str) -> None:
        address = split_web(address.strip())[0]
        is_web = address.startswith(("http://", "https://"))
        self.say(shown, link(address, shown) if is_web and self.links else None)

    def take(self) -> str | None:
        """The simple group that follows, if one does."""
        found = _ARGUMENT.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[1]

    def skip_empty_group(self) -> bool:
        if self.text.startswith("{}", self.at):
            self.at += 2
            return True
        return False

    def find(self, closing: str) -> int:
        """Where `closing` comes next, or -1; asked for again and again in vain it costs nothing."""
        if closing in self.absent:
            return -1
        end = self.text.find(closing, self.at)
        if end < 0:
            self.absent.add(closing)
        return end

    def finish(self) -> tuple[str, str]:
        """Both forms, everything closed."""
        while self.groups:
            self.end_group()
        return _MANY_BLANKS.sub(" ", "".join(self.plain)).strip(), _MANY_BLANKS.sub(" ", "".join(self.html)).strip()
