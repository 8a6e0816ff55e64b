"""In words: how a query was read. Pure; the page shows it so that a reader sees what was not understood."""

from search.query import Field, ParsedQuery, Term

_SAID = {
    "author": "by an author named {}",
    "first author": "by a first author named {}",
    "title": "“{}” in the title",
    "abstract": "“{}” in the abstract",
    "category": "in the category {}",
    "institution": "from an institution named {}",
    "year": "from {}",
    "id": "with the id {}",
}


def described(parsed: ParsedQuery) -> str:
    """One sentence without its stop, or nothing where a single plain word leaves nothing to say."""
    words = [clause for clause in parsed.clauses if clause[0].field is Field.ANY]
    others = [clause for clause in parsed.clauses if clause[0].field is not Field.ANY]
    if not parsed.excluded and not others and len(words) < 2 and all(_is_plain(clause) for clause in words):
        return ""
    parts = []
    if words:
        noun = "the word" if len(words) == 1 and _is_plain(words[0]) else "the words"
        noun = "the phrase" if len(words) == 1 and len(words[0]) == 1 and words[0][0].phrase else noun
        parts.append(f"{noun} {_joined([_either(clause) for clause in words])}")
    parts += [_either(clause) for clause in others]
    if parsed.excluded:
        parts.append("without " + _joined([_one(term) for term in parsed.excluded], "or"))
    return ", ".join(parts)


def exact_phrase(parsed: ParsedQuery) -> str:
    """The same words as one phrase, where it is nothing but words; else nothing."""
    if parsed.excluded or len(parsed.clauses) < 2:
        return ""
    if not all(_is_plain(clause) and clause[0].field is Field.ANY for clause in parsed.clauses):
        return ""
    return f'"{parsed.text}"' if '"' not in parsed.text else ""


def _is_plain(clause: tuple[Term, ...]) -> bool:
    return len(clause) == 1 and not clause[0].phrase


def _either(clause: tuple[Term, ...]) -> str:
    return _joined([_one(term) for term in clause], "or")


def _one(term: Term) -> str:
    return _SAID.get(term.field, "“{}”").format(term.text)


def _joined(parts: list[str], conjunction: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"
