"""Did you mean: a better spelling of a query's words that are unknown or rare, from the index's own vocabulary.

Only offered. Words one slip away (a letter lost, added, changed, or two swapped) are looked up one by one, which takes
a millisecond or two for a word; of longer words also those that begin alike and end two slips away, and two words that
were written as one. What is offered is in many papers where the typed word is in next to none.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase

from tantivy import Searcher

from search.clauses import STOP_WORDS
from search.folding import normalise, only_symbol
from search.query import Field, ParsedQuery, Term
from search.schema import NAMES, WORDS, analyser

RARE = 1 / 50_000  # of all papers; a word in more of them is taken as meant
FEW = 3  # papers, of titles' words; of a name two will do
BETTER = 300  # times as many papers as the typed word has
SHORTEST = 4
LONG = 8  # letters, from which on two slips are looked for
LONGEST = 24
MOST_WORDS = 3  # of a query are looked at closely
_LOOKED_AT = {Field.ANY: ("spelling", "authors"), Field.TITLE: ("spelling",), Field.ABSTRACT: ("spelling",),
              Field.AUTHOR: ("authors",), Field.FIRST_AUTHOR: ("authors",)}  # fmt: skip


def better_spelling(searcher: Searcher, parsed: ParsedQuery) -> str:
    """The query with its unknown words spelt better; empty where nothing better is known."""
    text, looked_at = parsed.text, 0
    for term in (term for clause in parsed.clauses for term in clause if term.field in _LOOKED_AT):
        for word in _doubtful(searcher, term):
            if looked_at == MOST_WORDS:
                return _if_other(text, parsed)
            looked_at += 1
            if found := _better(searcher, word, term.field):
                text = text.replace(word, _as_typed(word, found), 1)
    return _if_other(text, parsed)


def _if_other(text: str, parsed: ParsedQuery) -> str:
    return text if text != parsed.text else ""


def _doubtful(searcher: Searcher, term: Term) -> Iterable[str]:
    for word in term.text.split():
        word = word.strip("-,.;:'")
        if _is_plain(word) and _papers(searcher, word, term.field) <= RARE * searcher.num_docs:
            yield word


def _is_plain(word: str) -> bool:
    return (
        word.isalpha() and SHORTEST <= len(word) <= LONGEST and word.lower() not in STOP_WORDS and not only_symbol(word)
    )


def _papers(searcher: Searcher, word: str, field: Field) -> float:
    """How many papers have it, as the search finds it."""
    fields = (
        (("authors", NAMES),) if field in (Field.AUTHOR, Field.FIRST_AUTHOR) else (("text", WORDS), ("authors", NAMES))
    )
    tokens = [(name, analyser(analysed).analyze(normalise(word))) for name, analysed in fields]
    return max((searcher.doc_freq(name, one[0]) for name, one in tokens if len(one) == 1), default=RARE + 1)


def _better(searcher: Searcher, word: str, field: Field) -> str:
    folded, fields = normalise(word).lower(), _LOOKED_AT[field]
    typed = BETTER * _papers(searcher, word, field)
    ways = (_one_slip_away, _two_words, _two_slips_away)
    return next((found for way in ways if (found := way(searcher, folded, fields, typed))), "")


def _one_slip_away(searcher: Searcher, word: str, fields: Sequence[str], typed: float) -> str:
    counts = {one: [searcher.doc_freq(field, one) for field in fields] for one in sorted(_one_slip(word))}
    best = max(counts, key=lambda one: max(counts[one]))
    return best if _is_enough(dict(zip(fields, counts[best], strict=True)), typed) else ""


def _two_words(searcher: Searcher, word: str, fields: Sequence[str], typed: float) -> str:
    pairs = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
    counts = [(min(_most(searcher, half, fields[:1]) for half in pair), " ".join(pair)) for pair in pairs]
    papers, best = max(counts, default=(0, ""))
    return best if papers > max(10 * FEW, typed) else ""


def _two_slips_away(searcher: Searcher, word: str, fields: Sequence[str], typed: float) -> str:
    if len(word) < LONG:
        return ""
    alike = [
        (papers, one)
        for field in fields
        for one, papers in searcher.terms_with_prefix(field, word[: len(word) // 2])
        if abs(len(one) - len(word)) <= 2 and _is_enough({field: papers}, typed) and _slips(one, word) <= 2
    ]
    return max(alike)[1] if alike else ""


def _is_enough(papers: Mapping[str, int], typed: float) -> bool:
    return any(count > max(typed, 1 if field == "authors" else FEW) for field, count in papers.items())


def _most(searcher: Searcher, word: str, fields: Sequence[str]) -> int:
    return max(searcher.doc_freq(field, word) for field in fields)


def _one_slip(word: str) -> set[str]:
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    lost = {head + tail[1:] for head, tail in cuts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    changed = {head + letter + tail[1:] for head, tail in cuts if tail for letter in ascii_lowercase}
    added = {head + letter + tail for head, tail in cuts for letter in ascii_lowercase}
    return (lost | swapped | changed | added) - {word}


def _slips(one: str, other: str) -> int:
    """Letters lost, added, changed or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        last, before, row = before, row, [place]
        for at, typed in enumerate(other, 1):
            cost = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != typed))
            if place > 1 and at > 1 and letter == other[at - 2] and one[place - 2] == typed:
                cost = min(cost, last[at - 2] + 1)
            row.append(cost)
    return row[-1]


def _as_typed(word: str, found: str) -> str:
    return found.title() if word.istitle() else found
