"""`/search`."""

from django.urls import path

from search.views import search

urlpatterns = [
    path("search", search, name="search"),
]
