"""The blocks of filters beside the results: each value a link with its count, chosen ones first and removable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from papers import taxonomy
from search.answers import Facet, SearchRequest
from search.labels import Labels
from search.links import Addresses
from search.parameters import MOST_FILTERS, number_of

Counts = Sequence[tuple[str, int]]

CITED_STEPS = ("10", "100", "1000")
MOST_NAMED = 24  # values of a facet whose names are read


@dataclass(frozen=True, slots=True)
class FacetLink:
    """`code` is set in mono before the label; `href` chooses the value, or takes the choice back.

    `count` is of this value alone. `is_total`: so is the list at `href`, since no other value is chosen beside it.
    """

    code: str
    label: str
    count: int | None
    href: str
    chosen: bool
    is_total: bool


@dataclass(frozen=True, slots=True)
class FacetBlock:
    label: str
    more: str  # names what is folded away, as the filter `counted` takes a noun
    shown: tuple[FacetLink, ...]
    folded: tuple[FacetLink, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    """How many values stand in sight and how many folded away; who wants a rarer one types it."""

    name: str
    label: str
    more: str
    shown: int = 5
    folded: int = 10
    is_open: bool = True
    one_of: bool = False  # choosing another value takes this one back
    values: tuple[str, ...] = field(default=())  # offered in any case, without counts


_CATEGORY = _Kind("category", "Category", "more category,more categories", 8, 16)
_ARCHIVE = _Kind("category", "Archive", "more archive", 8, 12, is_open=False)
_YEAR = _Kind("year", "Year", "more year", 8, 22)
_OTHERS = (
    _Kind("institution", "Institution", "more institution"),
    _Kind("country", "Country", "more country,more countries", is_open=False),
    _Kind("researcher", "Researcher", "more person,more people"),
    _Kind("published", "Published", "", one_of=True),
    _Kind("cited", "Cited at least", "", is_open=False, one_of=True, values=CITED_STEPS),
    _Kind("withdrawn", "Withdrawn", "", is_open=False, one_of=True, values=("no", "yes")),
)


def facet_blocks(request: SearchRequest, facets: Iterable[Facet], labels: Labels) -> list[FacetBlock]:
    """A block with nothing to choose is left out."""
    counts = {facet.name: facet.counts for facet in facets}
    codes = counts.get("category", ())
    linker = _Linker(request, labels)
    blocks = [
        linker.block(_CATEGORY, [pair for pair in codes if pair[0] not in _WHOLE_ARCHIVES]),
        linker.block(_ARCHIVE, [pair for pair in codes if pair[0] in _WHOLE_ARCHIVES]),
        linker.block(_YEAR, sorted(counts.get("year", ()), reverse=True), in_order=True),
        *(linker.block(kind, linker.named(kind, counts.get(kind.name, ()))) for kind in _OTHERS),
    ]
    return [block for block in blocks if block.shown]


_WHOLE_ARCHIVES = {category.archive for category in taxonomy.CATEGORIES if category.code != category.archive}


class _Linker:
    def __init__(self, request: SearchRequest, labels: Labels) -> None:
        self.request = request
        self.labels = labels
        self.addresses = Addresses(request)
        self.is_full = number_of(request.filters) >= MOST_FILTERS

    def named(self, kind: _Kind, counts: Counts) -> Counts:
        """Those whose name is known: a person who objected has none, what joined another is counted there."""
        known = {"institution": self.labels.institutions, "researcher": self.labels.researchers}.get(kind.name)
        return counts if known is None else [pair for pair in counts if pair[0] in known]

    def block(self, kind: _Kind, counts: Counts, in_order: bool = False) -> FacetBlock:
        """With as many filters set as may be, nothing but the chosen ones."""
        chosen = self.addresses.chosen(kind.name)
        offered: list[tuple[str, int | None]] = [*counts]
        if not counts and not self.is_full and self.request.query.text:
            offered = [(value, None) for value in kind.values]
        room = 0 if self.is_full and not (kind.one_of and chosen) else kind.shown + kind.folded
        links = [
            self._link(kind, value, count, chosen)
            for place, (value, count) in enumerate(offered)
            if place < room or value in chosen
        ]
        if not in_order:
            links.sort(key=lambda link: not link.chosen)
        in_sight = kind.shown + (len(links) == kind.shown + 1)  # a fold takes as much room as one value
        shown = tuple(link for place, link in enumerate(links) if place < in_sight or link.chosen)
        folded = tuple(link for place, link in enumerate(links) if place >= in_sight and not link.chosen)
        return FacetBlock(kind.label, kind.more, shown, folded, kind.is_open or bool(chosen))

    def _link(self, kind: _Kind, value: str, count: int | None, chosen: list[str]) -> FacetLink:
        label = self.labels.of(kind.name, value)
        is_chosen = value in chosen
        if kind.one_of:
            href = self.addresses.with_value(kind.name, "" if is_chosen else value)
        else:
            href = self.addresses.toggled(kind.name, value)
        is_total = count is not None and not is_chosen and (kind.one_of or not chosen)
        return FacetLink(label.code, label.short or label.text, count, href, is_chosen, is_total)
