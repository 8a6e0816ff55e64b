"""Reading one fact out of each format, in one normal form, so that formats can be compared; what does not agree."""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bs4 import BeautifulSoup
from django.conf import settings

from common.tex import plain

Facts = Mapping[str, Any]
_UNESCAPED = re.compile(r"\\([\\`*_\[\]<>|#+=~.)-])")
_WORDS = re.compile(r"[\W_]+")


def get(client: Any, path: str, **headers: str) -> bytes:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, (path, answer.status_code, answer.headers.get("Location"))
    return answer.getvalue() if answer.streaming else answer.content


def get_json(client: Any, path: str) -> Any:
    return json.loads(get(client, path))


def get_html(client: Any, path: str) -> BeautifulSoup:
    return BeautifulSoup(get(client, path), "lxml")


def disagreements(by_format: Mapping[str, Facts]) -> list[str]:
    """Each field that two formats tell otherwise; None is a format that does not tell it."""
    told: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for name, facts in by_format.items():
        for field, value in facts.items():
            if value is not None:
                told[field][name] = value
    return [
        f"{field}: " + "; ".join(f"{name} {value!r}" for name, value in values.items())
        for field, values in told.items()
        if any(value != next(iter(values.values())) for value in values.values())
    ]


def letters(text: str) -> str:
    """Letters and digits alone, whatever their form: what is left of a text however it was marked up."""
    return _WORDS.sub("", unicodedata.normalize("NFKD", text).casefold().replace("ı", "i"))


def letters_of_tex(text: str) -> str:
    return letters(plain(text))


def of_markdown(text: str) -> str:
    return _UNESCAPED.sub(r"\1", text)


def name(text: str) -> str:
    """A name in any order of its parts."""
    return "".join(sorted(letters(word) for word in re.split(r"[\s,]+", text)))


def names(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(name(text) for text in texts)


def nodes(graph: Mapping[str, Any]) -> dict[str, Any]:
    """The first node of each type at the top of a graph."""
    found: dict[str, Any] = {}
    for node in graph["@graph"]:
        found.setdefault(node["@type"], node)
    return found


def local(address: str) -> str:
    return address.removeprefix(settings.SITE_URL)


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def facts_of_markdown(text: str) -> dict[str, str]:
    """The list of `- Label: value` before the first section."""
    head = text.partition("\n## ")[0]
    return {label: value for line in head.splitlines() for label, sep, value in [line[2:].partition(": ")] if sep}


def section(text: str, heading: str) -> list[str]:
    """Items of the list below a heading."""
    part = text.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return [found[1] for line in part.splitlines() if (found := re.match(r"(?:- |\d+\. )(.*)", line))]


def all_of(readers: Mapping[str, Callable[[], Facts]]) -> dict[str, Facts]:
    return {label: read() for label, read in readers.items()}
