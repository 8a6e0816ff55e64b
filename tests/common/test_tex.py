import threading

import pytest

from common.tex import Rendered, mask_emails, plain, render, render_paragraphs, to_unicode


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("The Painlev\\'e equation", "The Painlevé equation"),
        (
            r"Schr\"odinger, Schr\"{o}dinger, Schr{\"o}dinger, Schr{\"{o}}dinger",
            "Schrödinger, Schrödinger, Schrödinger, Schrödinger",
        ),
        (r"na\"{\i}ve, na\"\i ve, na{\"\i}ve", "naïve, naïve, naïve"),
        (r"r\^\i le", "rîle"),
        (r"Erd\H{o}s, Erd\H os", "Erdős, Erdős"),
        (r"\v{C}ech, \v Cech, Ro\v cek", "Čech, Čech, Roček"),
        (r"Fran\c{c}ois, \c{C}etin", "François, Çetin"),
        (r"Yi\u{g}it, \k{a}, \r{a}, \=a, \.z, It\=o", "Yiğit, ą, å, ā, ż, Itō"),
        (r"E\ss ler, E{\ss}ler, Stra\ss{}e", "Eßler, Eßler, Straße"),
        (r"{\O}ystein, S{\o}rensen, J. \L uczka, G\aa rding, F\ae r\oe", "Øystein, Sørensen, J. Łuczka, Gårding, Færœ"),
        (r"El Ni\~{n}o and S\~ao Paulo", "El Niño and São Paulo"),
        (r"Fortin\^{o} \' e", "Fortinô é"),
        (r"{\it if} and {\em and}, \emph{or}, \textbf{not}, {\bf xor}", "if and and, or, not, xor"),
        (r"{Bayesian} {\sc Statistics}", "Bayesian Statistics"),
        (r"5\% of R\&D in C\# at \_\_init\_\_", "5% of R&D in C# at __init__"),
        (r"cost \$5 or $6", "cost $5 or $6"),
        (r"between \$45 million and \$3,314.6 million", "between $45 million and $3,314.6 million"),
        (r"US$50-100 million, or US$50-150 million", "US$50-100 million, or US$50-150 million"),
        (r"from $5 million to $10 million, where $n=2$", "from $5 million to $10 million, where n=2"),
        (r"spent $264 billion on $n$ things", "spent $264 billion on n things"),
        (r"less than $500, with resolution ($\lambda/2$)", "less than $500, with resolution (λ/2)"),
        ("``quoted'' and `so', Bell's", "“quoted” and ‘so’, Bell's"),
        ("Bose--Einstein --- or not", "Bose–Einstein — or not"),
        (r"Fig.~1, about ~10 m, 3~TeV", "Fig. 1, about ~10 m, 3 TeV"),
        (r"as in \cite{Wu05,Li} and~\citep{x}", "as in [Wu05,Li] and [x]"),
        (r"decay b-> s \gamma at 90\deg, q=\pm\infty", "decay b-> s γ at 90°, q=±∞"),
        (r"\alpha-particles {\alpha}{\beta}", "α-particles αβ"),
        (r"10^{-3} and 10^5 of ^{3}He, W_{1+\infty}, T_{c}", "10⁻³ and 10⁵ of ³He, W_(1+∞), T_c"),
        (r"functions on {0, 1} and {x_1, ..., x_n}", "functions on {0, 1} and {x_1, ..., x_n}"),
        (r"O(\sqrt{n}) and \frac{a}{b}, D\bar D, \log n", "O(√n) and a/b, DD̄, log n"),
        (r"\unheard of, and \unheard{of}", r"\unheard of, and \unheard{of}"),
        (r"the \MC\ problem", r"the \MC problem"),
        (r"in \LaTeX\ and \TeX{}nology", "in LaTeX and TeXnology"),
        (r"de&#64257;ned &lt; &amp;c", "defined < &c"),
        ("GÃ¶del and a lone } or {", "GÃ¶del and a lone } or"),
        ("0", "0"),
        ("", ""),
        (r"\it", r"\it"),
    ],
)
def test_text_outside_formulas_becomes_unicode(source, expected):
    assert plain(source) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"\alpha^2", "α²"),
        ("H_2O", "H₂O"),
        ("n^10", "n¹0"),
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+b}{2}", "(a+b)/2"),
        (r"\frac12", "1/2"),
        (r"\sqrt{x}", "√x"),
        (r"\sqrt[3]{x+1}", "∛(x+1)"),
        (r"\mathbb{R}^n", "ℝⁿ"),
        (r"\mathbb R \to \mathbb C", "ℝ → ℂ"),
        (r"{\cal N}=4", "N=4"),
        (r"x_{\rm max}", "x_max"),
        (r"x_{i,j}", "x_(i,j)"),
        (r"\bar{x}", "x̄"),
        (r"\sqrt{s}=13\,\mathrm{TeV}", "√s=13 TeV"),
        (r"z\sim 2", "z ∼ 2"),
        (r"\log^2 n \log\log n", "log² n log log n"),
        (r"\exp(-x)", "exp(-x)"),
        (r"SU(4)\times SU(2)_L", "SU(4)×SU(2)_L"),
        (r"45^\circ", "45°"),
        (r"f'", "f′"),
        (r"\left(\frac{1}{2}\right)", "(1/2)"),
        (r"\{0,1\}", "{0,1}"),
        (r"\text{if } x \in A", "if x ∈ A"),
        (r"M_\odot", "M_⊙"),
        (r"\binom{n}{k}", "(n choose k)"),
        (r"\not= x", "≠ x"),
        (r"\unheard{x}", "unheardx"),
        (r"100\GeV", "100GeV"),
    ],
)
def test_formula_has_a_readable_line(formula, expected):
    assert plain(f"${formula}$") == expected


def test_formula_is_mathml_and_glues_its_punctuation():
    rendered = render("mass $x^2$, and $y$")
    assert rendered == Rendered(
        "mass x², and y",
        'mass <span class="nb"><math><msup><mi>x</mi><mn>2</mn></msup></math>,</span> and <math><mi>y</mi></math>',
    )


def test_formula_that_cannot_be_typeset_stays_as_source():
    assert render(r"the $\unheard<1$ case").html == r'the <code class="tex">$\unheard&lt;1$</code> case'
    assert plain(r"the $\unheard<1$ case") == "the unheard<1 case"


@pytest.mark.parametrize(
    "source",
    [
        r"so $$a=b$$ holds",
        r"so \[a=b\] holds",
        r"so \begin{equation}a=b\end{equation} holds",
        r"so \begin{equation*}\label{x}a=b\end{equation*} holds",
    ],
)
def test_displayed_formula_scrolls_alone_in_an_abstract(source):
    rendered = render_paragraphs(source)
    assert rendered.plain == "so a=b holds"
    assert (
        '<span class="wide" tabindex="0" role="group" aria-label="Formula"><math display="block"><mi>a</mi>'
        in rendered.html
    )


def test_aligned_equations_are_typeset():
    html = render_paragraphs(r"\begin{eqnarray} a &=& b \\ c &<& d \nonumber \end{eqnarray}").html
    assert "<mtable" in html
    assert " style=" not in html


def test_wide_formula_in_a_title_takes_no_focus():
    html = render("$" + "+".join("abcdefghijklmnopqrstuvwxyz") + "$").html
    assert html.startswith('<span class="wide"><math>')
    assert "tabindex" not in html


def test_inline_formulas_in_parentheses_are_read():
    assert plain(r"with \(N\) particles and \(k^2<2\)") == "with N particles and k²<2"


def test_math_survives_a_blank_line_within_it():
    assert render_paragraphs("First $$a\n\n=b$$ end.\n\nSecond.").plain == "First a =b end.\n\nSecond."


def test_emphasis_is_marked_up_and_closed():
    assert (
        render(r"{\it a {\bf b} $x$} c \emph{d").html
        == "<em>a <strong>b</strong> <math><mi>x</mi></math></em> c <em>d</em>"
    )


def test_markup_in_a_title_stays_text():
    html = render('</script><script>alert(1)</script> <b onclick="x">').html
    assert html == '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick="x"&gt;'
    assert "<script" not in render(r"$\text{</script><script>}$ \emph{<img src=x onerror=y>}").html


def test_paragraphs_are_kept_apart():
    rendered = render_paragraphs("  One\ntwo.\n\nThree  four.\n \n\n")
    assert rendered == Rendered("One two.\n\nThree four.", "<p>One two.</p><p>Three four.</p>")
    assert render_paragraphs("") == Rendered("", "")


@pytest.mark.parametrize(
    ("source", "address", "rest"),
    [
        ("at https://example.org/a.", "https://example.org/a", "."),
        ("(see http://example.org/a_b/c)).", "http://example.org/a_b/c", "))."),
        ("https://example.org/x_(y), and", "https://example.org/x_(y)", ", and"),
        (r"\url{http://example.org/\~{}me/a\_b}", "http://example.org/~me/a_b", ""),
        ("http://example.org/~me/a--b?c=1&d=2", "http://example.org/~me/a--b?c=1&amp;d=2", ""),
        (r"{\tt http://example.org/}", "http://example.org/", ""),
    ],
)
def test_web_address_in_an_abstract_is_a_link(source, address, rest):
    html = render_paragraphs(source).html
    assert f'<a href="{address}" rel="nofollow noopener ugc">{address}</a>{rest}' in html
    assert "<a " not in render(source).html


def test_named_link_shows_its_text_and_other_schemes_are_no_links():
    assert render_paragraphs(r"\href{https://example.org}{the code}").html == (
        '<p><a href="https://example.org" rel="nofollow noopener ugc">the code</a></p>'
    )
    assert render_paragraphs(r"\href{javascript:alert(1)}{the code}").html == "<p>the code</p>"


@pytest.mark.parametrize(
    "source",
    [
        "jane.doe@uni.example.edu",
        r"jane\_doe@uni.example.edu",
        r"\{jane,joe\}@uni.example.edu",
        "{jane,joe}@example.edu",
        r"jane\@example.edu",
    ],
)
def test_email_address_is_masked_in_every_form(source):
    text = f"Write to ({source}), please."
    rendered = render_paragraphs(text)
    for form in (rendered.plain, rendered.html, plain(text), to_unicode(text), mask_emails(text)):
        assert "example.edu" not in form
        assert "doe@" not in form
        assert "jane" not in form
        assert "[e-mail hidden]" in form
        assert form.rstrip("</p>").endswith("please.")


def test_at_sign_without_address_stays():
    assert plain("SETI@home, CV@R and La@C$_{60}$") == "SETI@home, CV@R and La@C₆₀"


def test_names_and_comments_keep_their_formulas():
    assert (
        to_unicode(r"M\"uller, J. ~ for the $B\bar{B}$ \'Equipe, pp.~1--2")
        == "Müller, J. ~ for the $B\\bar{B}$ Équipe, pp. 1–2"
    )


def test_forbidden_signs_are_dropped():
    assert plain("a\x00b\ud800c\u202ed\ufffe $x\x01$") == "abcd x"


@pytest.mark.parametrize(
    "source",
    [
        "{" * 5_000, "}" * 5_000, "$" * 5_001, r"\(" * 5_000, r"\begin{equation}" * 1_000, r"{\it " * 3_000,
        r"\emph{" * 3_000,
        "$" + "{" * 900 + "x" + "}" * 900 + "$", "$" + r"\sqrt" * 390 + " x$", "$" + r"\frac1" * 300 + "$",
        "$" + r"\left(" * 330 + "$",
        "$" + "x^{" * 600 + "$", "a@b.cd" * 1_000, "a@" + "a." * 5_000, "http://a" + ")" * 100_000,
        "`a " * 5_000, r"\"{" * 3_000, "_{" * 5_000,
        "$1 " + "ab " * 5_000 + "$", "\\" * 5_001, "$$\n\n" * 3_000, "&#1" * 5_000,
        "$" + r"\def\a{\a\a}\a" + "$", "x" * 1_200_000,
    ],
)  # fmt: skip
def test_no_input_is_too_wild(source):
    def render_all():
        for rendered in (render(source), render_paragraphs(source)):
            results.append(rendered.html.count("<em>") == rendered.html.count("</em>"))
        to_unicode(source)

    # A thread has a small stack, on which deep nesting would end the process.
    results = []
    size = threading.stack_size(512 * 1024)
    thread = threading.Thread(target=render_all)
    thread.start()
    threading.stack_size(size)
    thread.join()
    assert results == [True, True]
