"""What a paper's citation files say, by the parsers of others, in the normal form of `bench.twins_reading`."""

from typing import Any

import rispy
from pybtex.database import parse_string

from bench.twins_reading import letters, letters_of_tex, name, names

_BRACES = {ord(sign): None for sign in "{}\\"}


def of_bibtex(text: str) -> dict[str, Any]:
    (entry,) = parse_string(text, "bibtex").entries.values()
    fields = entry.fields
    pages = fields.get("pages", "").partition("--")
    return {
        "id": fields["eprint"],
        "title letters": letters_of_tex(fields["title"].replace("\\textbackslash{}", "")),
        "authors": tuple(name(str(one).translate(_BRACES)) for one in entry.persons.get("author", [])),
        "first month": (int(fields["year"]), fields["month"][:3].lower()) if "month" in fields else None,
        "doi": fields["doi"].lower(),
        "primary": fields["primaryclass"],
        "published": entry.type != "misc",
        "container": (fields.get("journal") or fields.get("booktitle") or "").replace("\\", ""),
        "volume": fields.get("volume", ""),
        "first page": pages[0].replace("\\", ""),
        "last page": pages[2].replace("\\", ""),
    }


def of_ris(text: str) -> dict[str, Any]:
    (entry,) = rispy.loads(text)
    return {
        "title": " ".join(entry["title"].split()),
        "authors": names(entry.get("authors", [])),
        "first": entry["date"].replace("/", "-") if "date" in entry else None,
        "doi": entry["doi"].lower(),
        "categories": tuple(entry["keywords"]),
        "abstract": letters(entry["abstract"]) if "abstract" in entry else None,
        "published": entry["type_of_reference"] != "RPRT",
        "language": entry["language"],
        "container": entry.get("secondary_title", ""),
        "volume": entry.get("volume", ""),
        "first page": entry.get("start_page", ""),
        "last page": entry.get("end_page", ""),
    }


def of_csl(told: Any) -> dict[str, Any]:
    (item,) = told
    parts = item["issued"]["date-parts"][0]
    page = item.get("page", "").partition("-")
    return {
        "id": item["archive_location"].removeprefix("arXiv:"),
        "title": item["title"],
        "authors": names(
            one.get("literal") or " ".join(one[part] for part in ("given", "family", "suffix") if part in one)
            for one in item.get("author", ())
        ),
        "first": "{:04}-{:02}-{:02}".format(*parts) if len(parts) == 3 else None,
        "doi": item["DOI"].lower(),
        "abstract": letters(item["abstract"]) if "abstract" in item else None,
        "published": item["type"] != "article",
        "language": item["language"],
        "container": item.get("container-title", ""),
        "volume": item.get("volume", ""),
        "first page": page[0],
        "last page": page[2] if page[2] else None,
    }
