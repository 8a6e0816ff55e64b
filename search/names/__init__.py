"""Finding people and places by name. This is its door; `index.py` is what is followed and rebuilt."""

from search.names.finding import begun, find_people, find_places, looks_like_a_name

__all__ = ["begun", "find_people", "find_places", "looks_like_a_name"]
