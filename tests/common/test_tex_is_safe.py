"""What no text may bring about, tried with generated texts and with real ones."""

import re
from html.parser import HTMLParser

from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree
from math_core import LatexError, LatexToMathML

from common.tex import RECIPE, plain, render, render_paragraphs, to_unicode
from common.tex.macros import MACROS
from tests.common.arxiv_corpus import papers

ELEMENTS = {
    "p", "span", "a", "em", "strong", "sub", "sup", "code", "b", "i", "math", "mi", "mo", "mn", "mrow",
    "mspace", "msub", "msup", "msubsup",
    "mover", "munder", "munderover", "mtext", "mfrac", "msqrt", "mroot", "mtable", "mtr", "mtd", "mpadded",
    "mphantom",
    "menclose", "mmultiscripts", "mprescripts", "merror",
}  # fmt: skip
FRAGMENTS = st.sampled_from(
    [
        "$", "$$", r"\$", "{", "}", r"\emph{", r"{\it ", r"\begin{equation}", r"\end{equation}", r"\[", r"\]",
        r"\(", r"\)", "^", "_", "_{",
        r"\frac", r"\sqrt", r"\text{", r"\mbox{", r"\left(", r"\right)", r"\alpha", r"\unheard", r"\"", r"\'",
        r"\v", "<", ">", "&", "&lt;", "\"", "'",
        "``", "''", "--", "~", "http://", "https://example.org/", "javascript:", r"\url{", r"\href{", "@",
        "a@b.org", "</script>", "<script>", " onclick=x",
        ' style="x"', r"\label{a}", r"\color{red}", r"\tag{1}", r"\ref{a}", r"\eqref{a}", r"\def\x{", "\n\n",
        "\n", " ", "%", "#", "\\", "\\\\", "5 million and ", "x", "1",
        "\x00", "\ud800", "\u202e", "é", "𝔽", r"\textbf{", r"\begin{align}", r"\end{align}",
        r"\begin{array}{c}", r"\hspace{1em}", r"\cite{a}", r"\footnote{",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.one_of(FRAGMENTS, st.text(max_size=3)), max_size=40).map("".join))


class Seen(HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.attributes = set(), set()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        for name, value in attrs:
            assert name != "href" or value.startswith(("http://", "https://"))


def assert_safe(html):
    etree.fromstring(f"<div>{html}</div>", etree.XMLParser(resolve_entities=False))
    seen = Seen()
    seen.feed(html)
    assert seen.elements <= ELEMENTS
    assert not {name for name in seen.attributes if name.startswith("on") or name in ("style", "id", "xmlns", "src")}


@given(TEXTS)
@example(r"$\color{red}x \label{a}$ $\begin{equation}x\tag{1}\end{equation}$ $\eqref{a}$")
@example(r"\href{https://example.org/\"onclick=x}{<b>}")
def test_any_text_gives_well_formed_harmless_markup(text):
    for rendered in (render(text), render_paragraphs(text)):
        assert_safe(rendered.html)
        assert rendered.plain.isprintable() or "\n\n" in rendered.plain or re.search(r"[^\x20-\x7e]", rendered.plain)
        rendered.plain.encode()
    assert plain(text) == render(text).plain
    to_unicode(text).encode()


@given(
    st.text(
        alphabet=st.characters(exclude_characters="\\$&{}~^_`'@<>-", exclude_categories=["Cc", "Cf", "Cs", "Cn", "Co"])
    )
)
def test_text_without_tex_only_loses_spare_blanks(text):
    if "http" not in text:
        assert plain(text) == " ".join(text.split())


@given(TEXTS)
def test_titles_hold_no_link_and_nothing_that_takes_the_focus(text):
    html = render(text).html
    assert "<a " not in html
    assert " tabindex" not in html or " tabindex" in text


def test_real_abstracts_are_typeset_all_but_3_percent():
    typeset = as_source = with_dollars = 0
    for paper in papers(every=16):
        title, abstract = render(paper["title"]), render_paragraphs(paper["abstract"])
        for rendered in (title, abstract):
            assert_safe(rendered.html)
            typeset += rendered.html.count("<math")
            as_source += rendered.html.count('<code class="tex">')
            with_dollars += "$" in rendered.plain
    assert typeset > 5_000
    assert as_source / (typeset + as_source) <= 0.03
    # What is left are sums of money and dollar signs without a partner.
    assert with_dollars < 60


def test_macros_leave_alone_what_math_core_knows():
    converter = LatexToMathML(fancy_error=False)
    known = []
    for name in MACROS:
        for arguments in ("", "{a}", "{a}{b}"):
            try:
                converter.convert_with_local_state(f"\\{name}{arguments}", displaystyle=False)
            except LatexError:
                continue
            known.append(name)
            break
    assert known == []


def test_recipe_is_a_number_to_compare():
    assert isinstance(RECIPE, int)
