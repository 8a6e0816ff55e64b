"""What other people's parsers read in a paper's BibTeX, RIS and CSL-JSON, compared with what the paper says."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import bibtexparser
import rispy
from bibtexparser import middlewares
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from pybtex.database import parse_string

from common.addresses import absolute
from common.tex import plain
from papers.exports import bibtex, citation_key, csl_json, ris
from papers.journal_refs import Container
from papers.models import Authorship, Paper
from papers.publication import citable_doi, in_order, language, one_line, publication

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_NAMES = [middlewares.SeparateCoAuthors(True), middlewares.SplitNameParts(True)]
_STYLE = CitationStylesStyle("harvard-cite-them-right", validate=False)
_COMMANDS = re.compile(r"\\textbackslash\s*(?:\{\})?|\\([&%#_$])")
_LETTERS = re.compile(r"[\W_]+")


def misread(paper: Paper) -> Iterator[str]:
    """Each field that a parser reads otherwise than it is meant: parser, field, what was read, what was meant."""
    meant = meant_of(paper)
    readers = {"pybtex": _by_pybtex, "bibtexparser": _by_bibtexparser, "rispy": _by_rispy, "citeproc": _by_citeproc}
    for name, read in readers.items():
        try:
            told = read(paper)
        except Exception as error:
            yield f"{paper.arxiv_id} {name} fails: {error!r}"[:400]
            continue
        for field, value in told.items():
            if value != meant[field]:
                yield f"{paper.arxiv_id} {name} {field}: read {value!r}, meant {meant[field]!r}"[:600]


def meant_of(paper: Paper) -> dict[str, Any]:
    """From the paper's own columns."""
    published = publication(paper)
    ref = published.ref if published else None
    conference = bool(ref and ref.container is Container.CONFERENCE)
    day = paper.first_submitted_at.date()
    authors = in_order(paper.authorships.all())
    return {
        "key": citation_key(paper),
        "bibtex type": "misc" if not published else "inproceedings" if conference else "article",
        "ris type": "RPRT" if not published else "CPAPER" if conference else "JOUR",
        "csl type": "article" if not published else "paper-conference" if conference else "article-journal",
        "title": one_line(paper.title),
        "title letters": letters(paper.title),
        "names": [_parts(author) for author in authors],
        "ris names": [_ris_name(author) for author in authors],
        "year": ref.year if ref else day.year,
        "month": "" if ref else _MONTHS[day.month - 1],
        "day": "" if ref else f"{day:%Y/%m/%d}",
        "date": [ref.year] if ref else [day.year, day.month, day.day],
        "container": letters(ref.name) if ref else "",
        "volume": ref.volume if ref else "",
        "issue": ref.issue if ref else "",
        "first page": ref.first_page if ref else "",
        "last page": ref.last_page if ref else "",
        "note": letters(published.note) if published else "",
        "eprint": paper.arxiv_id,
        "class": paper.primary_category,
        "doi": citable_doi(paper),
        "url": f"https://arxiv.org/abs/{paper.arxiv_id}",
        "abstract": letters(paper.abstract) if paper.abstract and not paper.own_words else "",
        "keywords": list(paper.category_codes),
        "language": language(paper),
        "pdf": f"{absolute(paper.get_absolute_url())}.pdf",
    }


def letters(text: str) -> str:
    return _LETTERS.sub("", unicodedata.normalize("NFKD", text).casefold().replace("ı", "i"))


def _by_pybtex(paper: Paper) -> dict[str, Any]:
    ((key, entry),) = parse_string(bibtex(paper), "bibtex").entries.items()
    people = [
        {
            "family": _bare(" ".join([*one.prelast_names, *one.last_names])),
            "given": _bare(" ".join([*one.first_names, *one.middle_names])),
            "suffix": _bare(" ".join(one.lineage_names)),
        }
        for one in entry.persons.get("author", [])
    ]
    return {"key": key, "bibtex type": entry.type, **_of_fields(entry.fields), "names": people}


def _by_bibtexparser(paper: Paper) -> dict[str, Any]:
    library = bibtexparser.parse_string(bibtex(paper), append_middleware=_NAMES)
    assert not library.failed_blocks, library.failed_blocks
    (entry,) = library.entries
    fields = {field.key.lower(): field.value for field in entry.fields}
    people = [
        {
            "family": _bare(" ".join([*one.von, *one.last])),
            "given": _bare(" ".join(one.first)),
            "suffix": _bare(" ".join(one.jr)),
        }
        for one in fields.pop("author", [])
    ]
    return {"key": entry.key, "bibtex type": entry.entry_type, **_of_fields(fields), "names": people}


def _of_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Alike for both parsers, which name months in their own ways."""
    first, _, last = _bare(fields.get("pages", "")).partition("--")
    month = str(fields.get("month", ""))
    return {
        "title letters": letters(plain(fields["title"].replace("\\textbackslash{}", ""))),
        "year": int(fields["year"]),
        "month": next((one for one in _MONTHS if month and one.lower().startswith(month.lower())), ""),
        "container": letters(_bare(fields.get("journal") or fields.get("booktitle") or "")),
        "volume": fields.get("volume", ""),
        "issue": fields.get("number", "").replace("--", "-"),
        "first page": first,
        "last page": last,
        "note": letters(plain(fields.get("note", "")))
        if "$" in fields.get("note", "")
        else letters(_bare(fields.get("note", ""))),
        "eprint": fields["eprint"],
        "class": fields["primaryclass"],
        "doi": fields["doi"],
        "url": fields["url"],
    }


def _by_rispy(paper: Paper) -> dict[str, Any]:
    text = ris(paper)
    assert text.endswith("\r\nER  - \r\n")
    (entry,) = rispy.loads(text)
    if entry["type_of_reference"] == "RPRT":
        assert (entry["publisher"], entry["issn"]) == ("arXiv", f"arXiv:{paper.arxiv_id}")
    return {
        "ris type": entry["type_of_reference"],
        "title": entry["title"],
        "ris names": entry.get("authors", []),
        "year": int(entry["year"]),
        "day": entry.get("date", ""),
        "container": letters(entry.get("secondary_title", "")),
        "volume": entry.get("volume", ""),
        "issue": entry.get("number", ""),
        "first page": entry.get("start_page", ""),
        "last page": entry.get("end_page", ""),
        "note": letters(" ".join(entry.get("notes", []))),
        "abstract": letters(entry.get("abstract", "")),
        "keywords": entry["keywords"],
        "doi": entry["doi"],
        "language": entry["language"],
        "url": " ".join(entry["urls"]) if isinstance(entry["urls"], list) else entry["urls"],
        "pdf": entry["file_attachments1"],
    }


def _by_citeproc(paper: Paper) -> dict[str, Any]:
    (data,) = items = json.loads(csl_json(paper))
    source = CiteProcJSON(items)
    read = source[data["id"].lower()]
    bibliography = CitationStylesBibliography(_STYLE, source, formatter.plain)
    bibliography.register(Citation([CitationItem(data["id"])]))
    (written,) = (str(one) for one in bibliography.bibliography())
    assert str(read.issued.year) in written, written
    first, _, last = _text(read, "page").partition("-")
    return {
        "key": read.key,
        "csl type": read.type,
        "title": _text(read, "title"),
        "names": [_csl_parts(one) for one in read.get("author", [])],
        "date": [part for part in (read.issued.get("year"), read.issued.get("month"), read.issued.get("day")) if part],
        "container": letters(_text(read, "container_title")),
        "volume": _text(read, "volume"),
        "issue": _text(read, "issue"),
        "first page": first,
        "last page": last,
        "note": letters(_text(read, "note")),
        "doi": _text(read, "DOI"),
        "url": _text(read, "URL"),
        "abstract": letters(_text(read, "abstract")),
        "language": str(read.get("language", "")),
    }


def _text(read: Any, name: str) -> str:
    value = read.get(name, "")
    return value if isinstance(value, str) else "".join(str(part) for part in value)


def _parts(author: Authorship) -> dict[str, str]:
    """A group, or a person of one name, is all family."""
    if author.kind == Authorship.Kind.GROUP or not (author.given and author.family):
        whole = author.printed if author.kind == Authorship.Kind.GROUP else author.family or author.printed
        return {"family": one_line(whole), "given": "", "suffix": ""}
    return {"family": one_line(author.family), "given": one_line(author.given), "suffix": one_line(author.suffix)}


def _csl_parts(name: Mapping[str, Any]) -> dict[str, str]:
    whole = str(name.get("literal") or name.get("family") or "")
    return {"family": whole, "given": str(name.get("given") or ""), "suffix": str(name.get("suffix") or "")}


def _ris_name(author: Authorship) -> str:
    if author.kind == Authorship.Kind.GROUP:
        return one_line(author.printed.replace(",", ""))
    return one_line(", ".join(_filled(author.family or author.printed, author.given, author.suffix)))


def _filled(*parts: str) -> Iterable[str]:
    return [part for part in parts if part]


def _bare(text: str) -> str:
    """Without what BibTeX is told by braces and escapes."""
    return _COMMANDS.sub(lambda found: found[1] or "\\", text).replace("{", "").replace("}", "")
