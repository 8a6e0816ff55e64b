"""The fields of the name index: people and places, each found by words. A change takes a new `VERSION`.

Words are folded before they come here, so the analyser only parts them at blanks. `name` holds family names, or the
names of a place; `beside` what stands beside them: given names, or town and country.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from math import log2
from pathlib import Path

from tantivy import Index, Schema, SchemaBuilder

VERSION = 2
LONGEST_START = 3  # letters that the fields of beginnings hold
WEIGHT = 0.03  # the most that papers lift a score by: less than the least difference between two kinds of match
MOST_PAPERS = 2**17


class Kind(IntEnum):
    PERSON = 0
    PLACE = 1


KINDS = len(Kind)


def key(kind: Kind, row: int) -> int:
    """The number of a row's entry; rows count from 1, so that none has that of the note."""
    return row * KINDS + kind


def keys(kind: Kind, rows: Iterable[int]) -> list[int]:
    return [key(kind, row) for row in rows]


def row_of(entry: int) -> int:
    return entry // KINDS


def kind_of(entry: int) -> Kind:
    return Kind(entry % KINDS)


def weight(papers: int) -> float:
    """What the engine weighs a score by, as it takes it: the score is multiplied by log2(2 + weight)."""
    return 2 ** (1 + WEIGHT * min(1.0, log2(1 + papers) / log2(1 + MOST_PAPERS))) - 2


@cache
def schema() -> Schema:
    fields = SchemaBuilder()
    fields.add_unsigned_field("entry", indexed=True, fast=True)
    fields.add_unsigned_field("kind", indexed=True, fast=True)
    fields.add_float_field("weight", fast=True)
    for name in WORDS:
        fields.add_text_field(name, tokenizer_name="whitespace", index_option="basic")
    fields.add_text_field("note", stored=True, tokenizer_name="raw", index_option="basic")
    return fields.build()


WORDS = (
    "name",
    "beside",
    "initial",  # of given names; of family names after a dash
    "bare",  # initials of which no full name is known
    "pair",  # first initial and family name: j_smith
    "whole",  # all words of a spelling in the order of the alphabet
    "run",  # all words of a spelling written as one, also with initials: jsmith, smithjohn
    "sound",
    "name_start",  # the first letters of each word of `name`: a question of a few letters must not walk all words
    "beside_start",
)


def create(folder: Path) -> Index:
    return _prepared(Index(schema(), str(folder), reuse=False))


def open_index(folder: Path) -> Index:
    """The index in a folder; raises ValueError where it is missing or damaged."""
    return _prepared(Index.open(str(folder)))


def _prepared(index: Index) -> Index:
    index.config_reader("manual")
    return index
