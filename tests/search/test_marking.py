"""Words found, marked in titles and teasers: what is marked, where is cut, and what no text may bring about."""

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from common.tex import render, render_paragraphs
from search.marking import FORMULA, NEAR, TEASER, flatten, marked, teaser
from search.query import parse
from search.rows import _found, _spans
from search.wanted import wanted
from tests.common.arxiv_corpus import papers
from tests.common.test_tex_is_safe import TEXTS

ELEMENTS = {"em", "strong", "sub", "sup", "mark", "code", "math"}


def mark(typed, html):
    flat = flatten(html)
    return str(marked(flat, spans(typed, flat)))


def spans(typed, flat):
    return _spans(_found(wanted(parse(typed)), flat, flat)[0])


def tease(typed, html):
    flat = flatten(html)
    return str(teaser(flat, spans(typed, flat)))


@pytest.mark.parametrize(
    ("typed", "html", "expected"),
    [
        ("dram", "DRAM and drama", "<mark>DRAM</mark> and drama"),
        ("istanbul", "From İSTANBUL to Istanbul", "From <mark>İSTANBUL</mark> to <mark>Istanbul</mark>"),
        ("ΣΟΦΊΑ", "σοφία, Σοφία", "<mark>σοφία</mark>, <mark>Σοφία</mark>"),
        ("latencies", "Low latency", "Low <mark>latency</mark>"),
        ("mobius", "Möbius strips", "<mark>Möbius</mark> strips"),
        ("Möbius", "Mobius strips", "<mark>Mobius</mark> strips"),
        ("the graph", "The graph", "The <mark>graph</mark>"),
        ("the", "The graph", "<mark>The</mark> graph"),
        ("networks", "<em>Net</em>works", "<em><mark>Net</mark></em><mark>works</mark>"),
        ('"graph networks"', "graph networks, graph of networks", "<mark>graph networks</mark>, graph of networks"),
        ('"graph networks"', "a graph of networks", "a <mark>graph</mark> of <mark>networks</mark>"),
        ("self-attention", "self-attention", "<mark>self-attention</mark>"),
        ("C++", "C++ or C", "<mark>C++</mark> or C"),
        ("a&b", "a &amp; b", "<mark>a &amp; b</mark>"),
        ("b", "&lt;b&gt;", "&lt;<mark>b</mark>&gt;"),
        ("x", "<math><mi>x</mi></math> and x", "<math><mi>x</mi></math> and <mark>x</mark>"),
        ("ti:dram", "DRAM", "<mark>DRAM</mark>"),
        ("au:dram cat:cs.AR", "DRAM", "DRAM"),
        ("-dram", "DRAM", "DRAM"),
        ("dram OR sram", "SRAM, DRAM", "<mark>SRAM</mark>, <mark>DRAM</mark>"),
        ("дерево", "Дерево", "<mark>Дерево</mark>"),
        ("anything", "", ""),
    ],
)
def test_words_are_marked_as_the_index_reads_them(typed, html, expected):
    assert mark(typed, html) == expected


def test_what_is_asked_in_the_abstract_is_not_marked_in_the_title():
    title, abstract = flatten("Graphs"), flatten("On graphs")
    in_title, in_abstract = _found(wanted(parse("abs:graphs")), title, abstract)
    assert (_spans(in_title), _spans(in_abstract)) == ([], [(3, 9)])


def test_the_teaser_begins_where_the_words_are():
    text = "Nothing of this is told here at all, whatever one may say. " * 6
    html = f"<p>{text}The axolotl regrows its heart. {text}</p>"
    found = tease("axolotl heart", html)
    assert found.startswith("… The <mark>axolotl</mark> regrows its <mark>heart</mark>.")
    assert found.endswith(" …")
    assert tease("zebra", html).startswith("Nothing of this")


def test_the_teaser_begins_at_the_beginning_where_the_words_are_near():
    html = "<p>On the axolotl. " + "More words follow. " * 40 + "An axolotl again.</p>"
    assert tease("axolotl", html).startswith("On the <mark>axolotl</mark>.")


def test_a_formula_is_whole_or_not_there_and_what_was_opened_is_closed():
    formula = "<math><mrow>" + "<mi>x</mi>" * 200 + "</mrow></math>"
    html = f"<p><em>{'word ' * 62}{formula} end</em></p>"
    found = tease("word", html)
    assert found.count("<math>") == found.count("</math>") <= 1
    assert found.count("<em>") == found.count("</em>") == 1


def test_links_and_paragraphs_of_an_abstract_become_text():
    html = '<p>See <a href="https://example.org/" rel="nofollow">example.org</a>.</p><p>Second</p>'
    assert tease("second", html) == "See example.org. <mark>Second</mark>"


@given(TEXTS, st.text(max_size=30))
def test_no_text_and_no_query_gives_unsafe_or_unbalanced_html(tex, typed):
    title, abstract = render(tex).html, render_paragraphs(tex).html
    words = typed + " " + " ".join(re.findall(r"\w+", tex)[:4])
    for html in (mark(words, title), tease(words, abstract)):
        assert_valid(html)


def test_real_papers_marked_by_their_own_words_stay_valid_and_say_the_same():
    for paper in papers(every=101):
        title, abstract = render(paper["title"]).html, render_paragraphs(paper["abstract"]).html
        words = " ".join(re.findall(r"[^\W\d_]{4,}", paper["abstract"])[-6::2])
        flat = flatten(title)
        assert text_of(mark(words, title)) == text_of(title)
        assert_valid(mark(words, title))
        short = tease(words, abstract)
        assert_valid(short)
        flat = flatten(abstract)
        if spans(words, flat):
            assert "<mark>" in short, (words, paper["id"])
        assert (
            len(flatten(short.replace("<mark>", "").replace("</mark>", "")).text) <= TEASER + 4 or FORMULA in flat.text
        )
        assert text_of(short).strip("… ") in text_of(abstract)


def test_the_first_word_found_is_in_sight():
    for paper in papers(every=503):
        abstract = flatten(render_paragraphs(paper["abstract"]).html)
        words = " ".join(re.findall(r"[^\W\d_]{5,}", paper["abstract"])[-2:])
        found = spans(words, abstract)
        if found:
            before = flatten(str(teaser(abstract, found)).partition("<mark>")[0]).text
            assert len(before) <= NEAR, (words, before)


def assert_valid(html):
    tree = etree.fromstring(f"<div>{html}</div>", etree.XMLParser(resolve_entities=False))
    outside = {
        element.tag for element in tree.iterdescendants() if not any(up.tag == "math" for up in element.iterancestors())
    }
    assert outside <= ELEMENTS
    assert not tree.xpath("//@style | //@onclick | //mark//mark | //math//mark")


def text_of(html):
    return " ".join(BeautifulSoup(html.replace("</p>", "</p> "), "html.parser").get_text().split())
