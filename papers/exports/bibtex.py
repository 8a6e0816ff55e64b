r"""BibTeX for one paper: title in its source TeX, the rest in Unicode with what TeX reads as commands escaped.

The file always parses: braces are balanced, `& % # _` outside formulas are escaped, a lone `$` is money. Words that a
style must not turn to lower case are braced.
"""

import re

from common.identifiers import arxiv_url
from papers.exports.keys import citation_key
from papers.journal_refs import Container
from papers.models import Authorship, Paper
from papers.publication import Publication, citable_doi, in_order, one_line, publication, publication_date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FORMULA = re.compile(r"\$\$(?:[^$\\]|\\.)+\$\$|\$(?:[^$\\]|\\.)+\$|\\\((?:[^\\]|\\[^)])+?\\\)")
_SPECIAL = re.compile(r"(?<!\\)((?:\\\\)*)([&%#_$])")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")


def bibtex(paper: Paper) -> str:
    """One entry, ending with a newline."""
    published = publication(paper)
    kind = "misc"
    if published:
        conference = published.ref and published.ref.container is Container.CONFERENCE
        kind = "inproceedings" if conference else "article"
    lines = [f"  {name} = {value},\n" for name, value in _fields(paper, published) if value and value != "{}"]
    return f"@{kind}{{{citation_key(paper)},\n{''.join(lines)}}}\n"


def _fields(paper: Paper, published: Publication | None) -> list[tuple[str, str]]:
    when = publication_date(paper, published)
    ref = published.ref if published else None
    container = "booktitle" if ref and ref.container is Container.CONFERENCE else "journal"
    pages = f"{ref.first_page}--{ref.last_page}" if ref and ref.last_page else ref.first_page if ref else ""
    return [
        ("title", f"{{{bibtex_title(paper.title_tex)}}}"),
        ("author", f"{{{' and '.join(_name(author) for author in in_order(paper.authorships.all()))}}}"),
        ("year", f"{{{when.year}}}"),
        ("month", _MONTHS[when.day.month - 1] if when.day else ""),
        (container, f"{{{escaped(ref.name)}}}" if ref else ""),
        ("volume", f"{{{ref.volume}}}" if ref else ""),
        ("number", f"{{{ref.issue.replace('-', '--')}}}" if ref else ""),
        ("pages", f"{{{escaped(pages)}}}"),
        ("note", f"{{{escaped(published.note)}}}" if published else ""),
        ("eprint", f"{{{paper.arxiv_id}}}"),
        ("archivePrefix", "{arXiv}"),
        ("primaryClass", f"{{{paper.primary_category}}}"),
        ("eprinttype", "{arxiv}"),
        ("doi", f"{{{_bare_doi(citable_doi(paper))}}}"),
        ("url", f"{{{arxiv_url(paper.arxiv_id)}}}"),
    ]


def bibtex_title(tex: str) -> str:
    """Source TeX that a style may lower: words with inner capitals, digits or formulas braced."""
    return " ".join(_protected(word) for word in _words(escaped(tex)))


def escaped(text: str) -> str:
    """On one line, braces balanced, special signs outside formulas escaped."""
    text = _balanced(one_line(text))
    parts: list[str] = []
    at = 0
    for formula in _FORMULA.finditer(text):
        parts += [_SPECIAL.sub(r"\1\\\2", text[at : formula.start()]), formula[0]]
        at = formula.end()
    parts.append(_SPECIAL.sub(r"\1\\\2", text[at:]))
    joined = "".join(parts)
    return joined[:-1] + "\\textbackslash{}" if _ends_in_lone_backslash(joined) else joined


def _name(author: Authorship) -> str:
    """`Family, Suffix, Given`; what has no given name, or would be read as several names, is braced whole."""
    if author.kind == Authorship.Kind.GROUP:
        return f"{{{escaped(author.printed)}}}"
    if not (author.family and author.given):
        return f"{{{escaped(author.family or author.printed)}}}"
    parts = [author.family, author.suffix, author.given] if author.suffix else [author.family, author.given]
    return ", ".join(_name_part(part) for part in parts)


def _name_part(part: str) -> str:
    text = escaped(part)
    return f"{{{text}}}" if "," in text or re.search(r"\b(?:and|others)\b", text, re.IGNORECASE) else text


def _words(text: str) -> list[str]:
    """Parts between blanks that stand outside braces and formulas."""
    words: list[str] = []
    word: list[str] = []
    depth = 0
    at = 0
    while at < len(text):
        formula = _FORMULA.match(text, at) if text[at] in "$\\" else None
        piece = formula[0] if formula else text[at : at + 2] if text[at] == "\\" else text[at]
        at += len(piece)
        if piece == " " and depth == 0:
            words.append("".join(word))
            word = []
            continue
        # BibTeX counts escaped braces as well.
        depth += 0 if formula else piece.count("{") - piece.count("}")
        word.append(piece)
    return [word for word in [*words, "".join(word)] if word]


def _protected(word: str) -> str:
    if word.startswith("{") and word.endswith("}") and _closes_last(word):
        return word
    letters = [sign for sign in _COMMAND.sub("", word) if sign.isalnum() or sign == "$"]
    inner = any(sign.isupper() for sign in letters[1:])
    if inner or any(sign.isdigit() for sign in letters) or _FORMULA.search(word):
        return f"{{{word}}}"
    return word


def _closes_last(word: str) -> bool:
    """Whether the brace that opens the word closes at its end."""
    depth = 0
    for at, sign in enumerate(word):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return at == len(word) - 1
    return False


def _balanced(text: str) -> str:
    """BibTeX counts every brace, escaped or not: where they do not pair, escaped ones get names, strays go."""
    if _pairs(text):
        return text
    text = text.replace("\\{", "\\lbrace ").replace("\\}", "\\rbrace ")
    if _pairs(text):
        return text
    kept: list[str] = []
    opened: list[int] = []
    for sign in text:
        if sign == "{":
            opened.append(len(kept))
        elif sign == "}":
            if not opened:
                continue
            opened.pop()
        kept.append(sign)
    for at in reversed(opened):
        del kept[at]
    return "".join(kept)


def _pairs(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _ends_in_lone_backslash(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _bare_doi(doi: str) -> str:
    """Bare, for the `doi` field is read raw; braces in it would break the file."""
    return doi.replace("{", "").replace("}", "")
