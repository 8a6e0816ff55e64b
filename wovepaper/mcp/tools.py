"""The tools that agents are offered: operations of the API with fewer parameters, read by the same declarations."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from common.problems import Problem
from wovepaper.api.answering import ask, run
from wovepaper.api.operation import Moved
from wovepaper.api.operations import BY_ID, MODES, SEARCH_FILTERS, SEARCH_ORDERS
from wovepaper.api.parameters import AnyParameter, Parameter, order, words
from wovepaper.api.values import Number, OneOf, Text

MOST_AUTHORS = 100
OF_A_FOUND_PAPER = "arxiv_id,title,abstract,authors,author_count,categories,status,first_submitted_at,url,found_by"
OUTSIDE_ID = Text(longest=400, takes="takes an id as the description tells")

Arguments = dict[str, str]


@dataclass(frozen=True, slots=True)
class Tool:
    """`call` takes arguments as text and gives an object, or raises a `Problem`."""

    name: str
    title: str
    text: str
    parameters: tuple[AnyParameter, ...]
    required: tuple[str, ...]
    call: Callable[[Arguments], Mapping[str, Any]]

    def told(self) -> dict[str, Any]:
        properties = {one.name: one.schema() | {"description": one.text} for one in self.parameters}
        schema = {"type": "object", "properties": properties, "required": list(self.required)}
        return {
            "name": self.name,
            "title": self.title,
            "description": self.text,
            "inputSchema": schema | {"additionalProperties": False},
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }


def call(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The result of `tools/call`: what cannot be given is told as an error that the model can mend."""
    try:
        told = tool.call(_read(tool, arguments))
    except Problem as problem:
        return {"content": [{"type": "text", "text": problem.detail}], "isError": True}
    text = json.dumps(told, ensure_ascii=False)
    return {"content": [{"type": "text", "text": text}], "structuredContent": told, "isError": False}


def _read(tool: Tool, arguments: Mapping[str, Any]) -> Arguments:
    """Known names with texts and whole numbers, each of which its parameter can read."""
    by_name = {one.name: one for one in tool.parameters}
    for name, value in arguments.items():
        if name not in by_name:
            detail = f"{tool.name} takes no {name[:60]!r}. It takes {', '.join(by_name)}."
            raise Problem("unknown-parameter", detail, parameter=name[:60])
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise Problem("bad-parameter", f"{name} takes text or a whole number.", parameter=name)
        by_name[name].read(str(value))
    for name in tool.required:
        if name not in arguments:
            raise Problem("bad-parameter", f"{tool.name} needs {name}.", parameter=name)
    return {name: str(value) for name, value in arguments.items()}


def _search(arguments: Arguments) -> Mapping[str, Any]:
    given = {name: [value] for name, value in arguments.items() if name != "limit"}
    given |= {"per-page": [arguments.get("limit", "10")], "select": [OF_A_FOUND_PAPER]}
    return run(BY_ID["search"], ask(BY_ID["search"], given))


def _paper(arguments: Arguments) -> Mapping[str, Any]:
    paper = _thing("getPaper", arguments["id"])
    return {**paper, "authors": paper["authors"][:MOST_AUTHORS]}


def _researcher(arguments: Arguments) -> Mapping[str, Any]:
    return _by_id_or_name("getResearcher", "listResearchers", arguments)


def _institution(arguments: Arguments) -> Mapping[str, Any]:
    return _by_id_or_name("getInstitution", "listInstitutions", arguments)


def _by_id_or_name(one: str, several: str, arguments: Arguments) -> Mapping[str, Any]:
    if len(arguments.keys() & {"id", "name"}) != 1:
        raise Problem("bad-parameter", "Give either id or name.", parameter="id")
    if "id" in arguments:
        return _thing(one, arguments["id"])
    given = {"q": [arguments["name"]], "per-page": ["10"]}
    return run(BY_ID[several], ask(BY_ID[several], given))


def _thing(operation: str, spelling: str) -> Mapping[str, Any]:
    """Whatever it was merged into."""
    asked = ask(BY_ID[operation], {}, spelling)
    try:
        return run(BY_ID[operation], asked)
    except Moved as moved:
        return run(BY_ID[operation], replace(asked, id=moved.now))


def _id_of(operation: str) -> Parameter:
    thing = BY_ID[operation].thing
    return Parameter("id", OUTSIDE_ID, thing.text if thing else "")


_NAME = words("them")
_OR_NAME = "By id everything that is known; by name the ten that match best, each with its id."
TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "search",
            "Search papers",
            "Search research papers from arXiv by words and meaning. Gives papers with abstracts, how many there are, "
            "and people and places of that name. " + BY_ID["search"].text,
            (
                words("papers, people and places"),
                SEARCH_FILTERS,
                Parameter("mode", OneOf(MODES), "By what papers are found."),
                order(SEARCH_ORDERS),
                Parameter("limit", Number(1, 25), "How many papers."),
            ),
            ("q",),
            _search,
        ),
        Tool(
            "paper",
            "One paper",
            f"A paper with abstract, versions and its first {MOST_AUTHORS} authors.",
            (_id_of("getPaper"),),
            ("id",),
            _paper,
        ),
        Tool(
            "researcher",
            "A researcher",
            f"Who wrote papers: where, in which fields, how often cited. {_OR_NAME}",
            (_id_of("getResearcher"), replace(_NAME, name="name", text="A name, in any spelling.")),
            (),
            _researcher,
        ),
        Tool(
            "institution",
            "An institution",
            f"A university or other place named on papers: its kind, fields, partners. {_OR_NAME}",
            (_id_of("getInstitution"), replace(_NAME, name="name", text="A name, acronym or town.")),
            (),
            _institution,
        ),
    )
}
