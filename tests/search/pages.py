"""Reads of pages as tests of search make them."""

from bs4 import BeautifulSoup


def soup(response):
    return BeautifulSoup(response.content, "html.parser")


def hrefs(response):
    return [link["href"] for link in soup(response).select("a[href]")]
