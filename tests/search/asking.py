"""Asks the word index, or what stands in for it, as tests of both do."""

from search import lexical, stand_in
from search.answers import SearchRequest
from search.query import parse

BACKENDS = [lexical.find, stand_in.find]


def found(typed, backend=lexical.find, **options):
    return backend(SearchRequest(parse(typed), **options))


def ids(typed, **options):
    return list(found(typed, **options).ids)
