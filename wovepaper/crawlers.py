"""Short files for programs that visit: robots.txt, llms.txt, opensearch.xml, security.txt, and the old icon's place."""

from datetime import UTC, datetime, timedelta
from xml.sax.saxutils import escape

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse

from common.addresses import absolute
from common.open_answers import for_programs
from common.structured_data import MAIL
from harvest.summaries import totals
from institutions.models import Institution
from papers import lists
from papers.models import Paper
from researchers.models import Researcher

TEXT = "text/plain; charset=utf-8"
CLOSED = ("/search", "/suggest", "/me", "/accounts", "/api", "/*?*sort=")
SECURITY_DAYS = 180


def robots(request: HttpRequest) -> HttpResponse:
    """One rule for all: pages are open at any pace, what is made on demand is closed."""
    lines = [
        "# Pages, feeds, sitemaps and files of papers are open to everybody, at any pace they answer.",
        f"# Everything as files, made anew every night: {absolute(reverse('dumps'))}",
        f"# To harvest what changed: {absolute(reverse('oai'))}?verb=Identify",
        f"# Feed of new papers: {absolute(reverse('latest-feed', args=['xml']))}",
        f"# API, read by program and not by crawlers: {absolute(reverse('developers-api'))}",
        f"# All of these as links: {absolute(reverse('api-catalog'))}",
        f"# Guide for programs: {absolute(reverse('llms'))}",
        "User-agent: *",
        *(f"Disallow: {path}" for path in CLOSED),
        "",
        f"Sitemap: {absolute(reverse('sitemap'))}",
    ]
    return _file("\n".join(lines) + "\n", TEXT)


def llms(request: HttpRequest) -> HttpResponse:
    """What agents find here, with an example of each kind of file."""
    papers = lists.count_all()
    counted = totals.read()
    newest = (
        Paper.objects.listed().order_by("-changed_at").only("arxiv_id", "slug", "category_codes", "changed_at").first()
    )
    lines = [
        f"# {settings.SITE_NAME}",
        "",
        "> Research papers from arXiv, who wrote them and where, to browse, search and follow, as pages and as files.",
        "",
        f"This site holds {papers:,} papers with title, abstract, authors, versions, categories and references to"
        " journals, as arXiv tells them; it is not affiliated with arXiv and holds no full texts.",
    ]
    if newest:
        lines[-1] += f" The newest change of a paper was taken in on {newest.changed_at:%Y-%m-%d}."
    lines += ["", "## Papers", ""]
    if newest:
        page = newest.get_absolute_url()
        lines += [
            "A paper stands at `/papers/<arXiv id>`, which leads to its full address; add a suffix there for a format.",
            "",
            _item("A paper as Markdown", f"{page}.md", "ids and links first, then text, formulas as `$…$`"),
            _item("The same as JSON", f"{page}.json", "null for unknown, times in UTC"),
            _item("The same as BibTeX", f"{page}.bib", "also `.ris`, `.csl.json`, `.jsonld`"),
        ]
    lines += [
        _item("All papers by date", reverse("papers"), "year, month, day of the first version"),
        _item("Categories", reverse("categories"), "arXiv's archives and categories with counts"),
        *_people_and_places(counted),
        "",
        "## API",
        "",
        _item("How to ask", reverse("developers-api"), "filters, fields, cursors, errors"),
        _item("OpenAPI 3.1", reverse("openapi")),
        _item("Catalogue of everything for programs", reverse("api-catalog"), "a linkset"),
        "",
        "## Dumps",
        "",
        _item("Everything as files", reverse("dumps"), "JSON lines and Parquet, made every night, to take in parts"),
        _item("OAI-PMH", f"{reverse('oai')}?verb=Identify", "to harvest what changed since a day"),
        "",
        "## Feeds",
        "",
        _item("New papers as RSS", reverse("latest-feed", args=["xml"]), "every new paper of the last harvest"),
        _item("New papers as Atom", reverse("latest-feed", args=["atom"])),
        _item("New papers as JSON Feed", reverse("latest-feed", args=["feed.json"])),
        _item("New versions as RSS", reverse("latest-updates", args=["xml"]), "also `.atom`, `.feed.json`"),
    ]
    if newest:
        feed = reverse("category-feed", args=[newest.primary_category, "xml"])
        updates = reverse("category-updates", args=[newest.primary_category, "xml"])
        lines += [
            _item(f"New papers in {newest.primary_category}", feed, "the same below each category"),
            _item(f"New versions in {newest.primary_category}", updates),
            _item("New citations of a paper", f"{newest.get_absolute_url()}/citations.xml", "researchers have it too"),
        ]
    lines += [
        "",
        "## Optional",
        "",
        _item("Sitemap", reverse("sitemap"), "every paper with the day its facts last changed"),
        _item("For developers", reverse("developers")),
        _item("Status", reverse("status-json"), "when each source was last read, how much is matched"),
        _item("About", reverse("about")),
    ]
    return _file("\n".join(lines) + "\n", TEXT)


def _people_and_places(counted: totals.Counted | None) -> list[str]:
    """How addresses of researchers and institutions are built, with an example of each that is held."""
    lines: list[str] = []
    person = Researcher.objects.listed().order_by("-paper_count", "id").first()
    place = Institution.objects.listed().filter(paper_count__gt=0).order_by("-paper_count", "id").first()
    if person:
        page = person.get_absolute_url()
        lines += [
            "",
            "## Researchers",
            "",
            f"Authors who are matched{_number(counted.researchers if counted else 0)}: who is who comes from OpenAlex"
            " and Semantic Scholar, and each link from a paper names its kind of evidence in `data-evidence`."
            " `/researchers/<name-with-hyphens>` leads to the only one of the name or to a page of all;"
            " `/orcid/<ORCID>`, `/openalex/<A…>` and `/s2/<id>` lead there too.",
            "",
            _item("A researcher as Markdown", f"{page}.md", "papers, places, fields, co-authors, others of the name"),
            _item("The same as JSON", f"{page}.json", "also `.jsonld`"),
            _item("New papers of a researcher", f"{page}/feed.xml", "also `.atom`, `.json`"),
            _item("All researchers", reverse("researchers"), "also `?q=`, `?category=`, `?country=`"),
        ]
    if place:
        page = place.get_absolute_url()
        lines += [
            "",
            "## Institutions",
            "",
            f"Where authors work, as printed on papers{_number(counted.institutions if counted else 0)}, by ROR."
            " `/institutions/<name, acronym or ROR id>` leads to it or to all so called; so does `/ror/<id>`."
            " Papers of its parts count too unless `?parts=no` is asked for.",
            "",
            _item("An institution as Markdown", f"{page}.md", "lineage, people, partners, fields, papers"),
            _item("The same as JSON", f"{page}.json", "also `.jsonld`"),
            _item("New papers of an institution", f"{page}/feed.xml", "also `.atom`, `.json`"),
            _item("All institutions", reverse("institutions"), "also `?q=`, `?country=`"),
        ]
    return lines


def _number(counted: int) -> str:
    return f", {counted:,} of them" if counted else ""


def opensearch(request: HttpRequest) -> HttpResponse:
    """For the browser's search box."""
    place = escape(absolute("/"))
    written = f"""<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{escape(settings.SITE_NAME.title()[:16])}</ShortName>
<Description>Search research papers from arXiv by words, names and ids.</Description>
<Language>en</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<Image type="image/svg+xml">{escape(absolute(static("icons/mark.svg")))}</Image>
<Url type="text/html" method="get" template="{place}search?q={{searchTerms}}"/>
<Url type="application/x-suggestions+json" method="get" template="{place}suggest?q={{searchTerms}}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="{escape(absolute(reverse("opensearch")))}"/>
</OpenSearchDescription>
"""
    return _file(written, "application/opensearchdescription+xml; charset=utf-8")


def security(request: HttpRequest) -> HttpResponse:
    """RFC 9116; only where the operator gave a contact. It expires half a year on, from the first of a month."""
    contact = settings.OPERATOR_CONTACT
    if not contact:
        raise Http404("The operator of this site gave no contact.")
    if MAIL in contact and "://" not in contact:
        contact = f"mailto:{contact}"
    expires = (datetime.now(UTC) + timedelta(days=SECURITY_DAYS)).replace(day=1, hour=0, minute=0, second=0)
    lines = [
        f"Contact: {contact}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {absolute(reverse('security'))}",
    ]
    return _file("\n".join(lines) + "\n", TEXT)


def favicon(request: HttpRequest) -> HttpResponse:
    """Programs ask for it at its old place without looking at the page."""
    return HttpResponseRedirect(static("icons/favicon.ico"))


def _item(name: str, path: str, remark: str = "") -> str:
    return f"- [{name}]({absolute(path)})" + (f": {remark}" if remark else "")


def _file(text: str, content_type: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type)
    return for_programs(response)
