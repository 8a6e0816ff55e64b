"""The fields of the word index and its analysers. A change of either takes a new `VERSION`."""

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from tantivy import Filter, Index, Schema, SchemaBuilder, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

VERSION = 5
WORDS = "words"  # English stems, for text
NAMES = "names"  # as written, for people
LONGEST_TOKEN = 80


@dataclass(frozen=True, slots=True)
class Note:
    """What an index knows about itself, written in the same commit as the entries it speaks of."""

    version: int
    origin: str
    xid: int
    seq: int

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "Note":
        return cls(**json.loads(text))


@cache
def schema() -> Schema:
    fields = SchemaBuilder()
    fields.add_unsigned_field("paper", indexed=True, fast=True)
    fields.add_unsigned_field("newest", fast=True)
    fields.add_unsigned_field("year", indexed=True, fast=True)
    fields.add_text_field("category", fast=True, tokenizer_name="raw", index_option="basic")
    fields.add_unsigned_field("institution", indexed=True, fast=True)  # those named, and all above them
    fields.add_text_field("country", fast=True, tokenizer_name="raw", index_option="basic")
    fields.add_unsigned_field("researcher", indexed=True, fast=True)
    fields.add_boolean_field("published", indexed=True, fast=True)
    fields.add_boolean_field("withdrawn", indexed=True)
    fields.add_unsigned_field("cited", fast=True)
    fields.add_unsigned_field("most_cited", fast=True)  # most_cited_key
    fields.add_text_field("title", tokenizer_name=WORDS)
    fields.add_unsigned_field("title_key", indexed=True)  # search.title_keys
    fields.add_text_field("text", tokenizer_name=WORDS)  # title and abstract
    fields.add_text_field("abstract", tokenizer_name=WORDS, index_option="basic")  # only whether a word is in it
    fields.add_text_field("authors", tokenizer_name=NAMES)
    fields.add_text_field("first_author", tokenizer_name=NAMES)
    fields.add_text_field("spelling", tokenizer_name=NAMES, index_option="basic")  # words of titles, not stemmed
    fields.add_text_field("author_key", tokenizer_name="raw", index_option="basic")  # search.name_keys
    fields.add_text_field("affiliation", tokenizer_name=NAMES)  # strings as printed, and names of the institutions
    fields.add_text_field("identifier", tokenizer_name="raw", index_option="basic")
    fields.add_text_field("symbol", tokenizer_name="raw", index_option="basic")
    fields.add_text_field("note", stored=True, tokenizer_name="raw", index_option="basic")
    return fields.build()


def most_cited_key(cited: int, day: int, paper: int) -> int:
    """One number that sorts by citations, then newest first: citations, days, and the lower part of our id."""
    return min(cited, 2**24 - 1) << 40 | min(max(day, 0), 2**16 - 1) << 24 | paper & (2**24 - 1)


def cited_and_day(key: int) -> tuple[int, int]:
    return key >> 40, key >> 24 & (2**16 - 1)


@cache
def analyser(name: str) -> TextAnalyzer:
    builder = (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(LONGEST_TOKEN))
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
    )
    return (builder.filter(Filter.stemmer("english")) if name == WORDS else builder).build()


def create(folder: Path) -> Index:
    return _prepared(Index(schema(), str(folder), reuse=False))


def open_index(folder: Path) -> Index:
    """The index in a folder; raises ValueError where it is missing or damaged."""
    return _prepared(Index.open(str(folder)))


def _prepared(index: Index) -> Index:
    for name in (WORDS, NAMES):
        index.register_tokenizer(name, analyser(name))
    index.config_reader("manual")
    return index
