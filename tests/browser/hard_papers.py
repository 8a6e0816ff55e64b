"""Papers that are hard on a page, taken in beside the sample."""

from datetime import UTC, datetime

from harvest.ingest.batches import ingest_papers
from harvest.records import AuthorKind, AuthorRecord, PaperRecord, VersionRecord

LONG_LIST, WITHDRAWN, WIDE, HOSTILE, BUSY_DAY = "1812.06018", "0908.0911", "1905.01234", "2001.00666", "2024-01-29"
ALPHABETS, ALPHABETS_CATEGORY = "1707.04321", "cond-mat.dis-nn"


def records():
    def paper(arxiv_id, title, abstract, authors, *days, **facts):
        versions = tuple(
            VersionRecord(number, datetime.fromisoformat(day).replace(tzinfo=UTC), 40 * number)
            for number, day in enumerate(days, 1)
        )
        facts = {"categories": ("hep-ex",)} | facts
        return PaperRecord(
            arxiv_id,
            title,
            abstract,
            authors,
            ", ".join(author.printed for author in authors),
            versions=versions,
            **facts,
        )

    def person(given, family, *affiliations):
        return AuthorRecord(f"{given} {family}", given=given, family=family, affiliations=affiliations)

    ada = (person("Ada", "Lovelace", "Ockham Park"),)
    places = [f"Institute number {n} of the Academy, Town {n}" for n in range(40)]
    many = tuple(
        person(f"A. {chr(65 + n % 26)}.", f"Author{n}", places[n % 40], places[n * 7 % 40]) for n in range(300)
    )
    wide = (
        r"$$\int_0^{2\pi}\!\!\int_0^\infty \sum_{k=-\infty}^{\infty} e^{-ik\phi} \frac{\Gamma(k+\frac12) J_k(\lambda r)"
    )
    wide += r"J_k(\mu r)}{\sqrt{\pi}\,k!}\,r\,dr\,d\phi + \mathcal{O}(\epsilon^2 \log\frac1\epsilon) = \alpha_1 + "
    wide += r"\alpha_2 + \alpha_3 + \alpha_4 + \alpha_5 + \alpha_6 + \alpha_7 + \alpha_8$$"
    yield paper(
        LONG_LIST, "A collider with very many authors: summary report", "It is built of modules.\n\nAnd so on.",
        (*many, AuthorRecord("CLIC and CLICdp collaborations", AuthorKind.GROUP)), "2018-12-14", "2019-05-06",
        comments="112 pages; data at https://example.org/data", dois=("10.23731/cyrm-2018-002",),
    )  # fmt: skip
    yield paper(
        WITHDRAWN, "The Hardy space $H^1$ on non-homogeneous metric spaces, with a title that runs on to a third line",
        "We introduce the atomic Hardy space $H^1(\\mu)$ and prove that its dual is known.", ada, "2009-08-06",
        "2017-06-20", withdrawn=True, comments="Withdrawn, as lemma 2 fails", categories=("math.CA",),
    )  # fmt: skip
    yield paper(
        WIDE, r"Mixing of $D^0-\bar{D}^0$ with $\alpha$-Fe$_2$O$_3$ and $\sqrt{s}=3.773\,\mathrm{GeV}$",
        f"Inline math sits on the line, as in $\\psi(3770)$.\n\nA wide one scrolls alone: {wide}",
        ada, "2019-05-03", journal_ref="Phys. Rev. D 75, 094019 (2007)", dois=("10.1103/physrevd.75.094019",),
    )  # fmt: skip
    yield paper(
        ALPHABETS, r"Συμμετρία of the Erdős–Rényi graph $G(n,p)$, \emph{in vitro}",
        r"We count walks of \emph{any} length on the Erdős–Rényi graph $G(n,p)$ as $n\to\infty$, and find that for "
        r"$p>\frac{\log n}{n}$ almost all of them come back."
        "\n\nBelow it they do not, but for a set of measure zero.",
        (person("Łukasz", "Wójcik", "Politechnika Łódzka, Łódź"),), "2017-07-14T09:41:00",
        journal_ref="Acta Phys. Pol. B 48, 1 (2017)", categories=(ALPHABETS_CATEGORY,),
    )  # fmt: skip
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    yield paper(HOSTILE, f"On {evil} and more", evil, ada, "2020-01-01", comments=evil, journal_ref=evil)
    for n in range(30):
        yield paper(f"2401.{16000 + n}", f"One of thirty papers of a busy day: part {n}", "Short.", ada, BUSY_DAY)


def take_in():
    result = ingest_papers(tuple(records()), source="arxiv")
    assert not result.refused
