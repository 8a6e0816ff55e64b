"""`/search`, the same search in other formats, its filters alone, why a paper is close in meaning; suggestions."""

from django.urls import path

from search.suggest_view import suggestions
from search.views.filters import search_filters
from search.views.formats import search_as_bibtex, search_as_csv, search_as_json
from search.views.page import search
from search.views.why import search_why

urlpatterns = [
    path("search", search, name="search"),
    path("search/filters", search_filters, name="search-filters"),
    path("search/why", search_why, name="search-why"),
    path("suggest", suggestions, name="suggest"),
    path("search.json", search_as_json, name="search-json"),
    path("search.csv", search_as_csv, name="search-csv"),
    path("search.bib", search_as_bibtex, name="search-bibtex"),
]
