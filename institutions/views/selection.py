"""Which of an institution's papers its page counts and lists, as its address asks: with its parts or not, of a year."""

from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from common.pagination import KeyedPage, keyed_page
from institutions.models import Institution
from institutions.views.counting import without_parts

NEWEST = ("-first_submitted_at", "-paper_id")


@dataclass(frozen=True, slots=True)
class Selection:
    """`page` is the address of the page without a query, `after` the arXiv id that the list goes on after."""

    page: str
    own: bool
    year: int | None
    after: str

    @classmethod
    def asked(cls, request: HttpRequest, page: str) -> Self:
        return cls(page, without_parts(request), _year(request), request.GET.get("after", ""))

    @property
    def is_whole(self) -> bool:
        """Whether it is all papers, those of the parts too."""
        return not self.own and self.year is None

    @property
    def query(self) -> str:
        """What keeps to the same papers in an address of another page, or of all years."""
        return "?parts=no" if self.own else ""

    @property
    def told(self) -> str:
        """What a title says of it."""
        told = ", without its parts" if self.own else ""
        told += f", {self.year}" if self.year is not None else ""
        return told + (f", after {self.after}" if self.after else "")

    def pages(self, found: Institution) -> KeyedPage:
        rows = found.placed.listed().places()
        if self.own:
            rows = rows.own()
        if self.year is not None:
            rows = rows.in_year(self.year)
        here = rows.after(self.after) if self.after else None
        if self.after and here is None:
            raise Http404("The list would go on after a paper that is not in it.")
        pages = keyed_page(rows, NEWEST, here, lambda row: self.href(row.paper.arxiv_id if row else ""))
        if self.year is not None and not pages.rows:
            raise Http404(f"This site holds no paper of this institution of {self.year}.")
        return pages

    def href(self, after: str) -> str:
        """The list's address, going on after an arXiv id or from its beginning."""
        return self._address(self.year, after)

    def year_href(self, year: int) -> str:
        return self._address(year)

    def _address(self, year: int | None, after: str = "") -> str:
        told: dict[str, Any] = {"parts": "no" if self.own else "", "year": "" if year is None else str(year)}
        kept = {name: value for name, value in (told | {"after": after}).items() if value}
        return f"{self.page}?{urlencode(kept, safe='/')}" if kept else self.page


def _year(request: HttpRequest) -> int | None:
    text = request.GET.get("year", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) == 4 and 1 <= int(text) < 9999):
        raise Http404(f"There is no year {text[:20]}.")
    return int(text)
