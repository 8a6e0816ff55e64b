"""An address of every kind of page on the site of these tests."""

from tests.browser.addresses import BELOW
from tests.browser.hard_papers import ALPHABETS, BUSY_DAY, HOSTILE, LONG_LIST, WIDE, WITHDRAWN
from tests.browser.hard_people import ETH, LONG_NAME, LONG_PLACE_ROR, LONGEST_LIST, NAMES_OF_ALL_KINDS, SEISMOLOGY

YEAR, MONTH, DAY = BUSY_DAY.split("-")
SAMPLE_PAPER = "hep-th/9711200"
# Kinds that share no template with another, for what takes long: a list by day stands for those by month and year.
UNLIKE = (
    "home", "papers", "day", "paper-own-words", "paper-authors", "paper-names", "paper-withdrawn", "paper-math",
    "researchers", "researcher-300", "researcher-coauthors", "researcher-history", "researchers-same-name",
    "institutions-found", "institution-parts", "institution-people", "categories", "category", "search",
    "search-nothing", "status", "developers-api", "404",
)  # fmt: skip

KINDS = {
    "home": "/",
    "papers": "/papers",
    "year": f"/papers/{YEAR}",
    "month": f"/papers/{YEAR}/{MONTH}",
    "day": f"/papers/{YEAR}/{MONTH}/{DAY}",
    "paper-own-words": f"/papers/{SAMPLE_PAPER}",
    "paper-authors": f"/papers/{LONG_LIST}",
    "paper-3000-authors": f"/papers/{LONGEST_LIST}",
    "paper-names": f"/papers/{NAMES_OF_ALL_KINDS}",
    "paper-withdrawn": f"/papers/{WITHDRAWN}",
    "paper-math": f"/papers/{WIDE}",
    "paper-alphabets": f"/papers/{ALPHABETS}",
    "paper-hostile": f"/papers/{HOSTILE}",
    "researchers": "/researchers",
    "researchers-found": "/researchers?q=lovelace",
    "researchers-none": "/researchers?q=nobody",
    "researcher-300": "/researchers/grace-chisholm-young",
    "researcher-field": f"/researchers/grace-chisholm-young{BELOW}?category=cs.LG",
    "researcher-coauthors": f"/researchers/grace-chisholm-young{BELOW}/coauthors",
    "researcher-history": f"/researchers/grace-chisholm-young{BELOW}/history",
    "researcher-1": "/researchers/noor-van-den-heuvel-ostergard",
    "researcher-long-name": f"/researchers/{LONG_NAME.replace(BELOW, '-')}",
    "researchers-same-name": "/researchers/wei-zhang",
    "institutions": "/institutions",
    "institutions-found": "/institutions?q=institute+of+technology",
    "institution-parts": f"/institutions/{ETH}",
    "institution-own": f"/institutions/{ETH}{BELOW}?parts=no",
    "institution-part": f"/institutions/{SEISMOLOGY}",
    "institution-list-of-parts": f"/institutions/{ETH}{BELOW}/parts",
    "institution-people": f"/institutions/{ETH}{BELOW}/researchers",
    "institution-history": f"/institutions/{ETH}{BELOW}/history",
    "institution-1": f"/institutions/{LONG_PLACE_ROR}",
    "institutions-same-name": "/institutions/kit",
    "categories": "/categories",
    "category": "/categories/hep-ex",
    "archive": "/categories/cs",
    "category-month": f"/categories/hep-ex/{YEAR}/{MONTH}",
    "search": "/search?q=quantum",
    "search-nothing": "/search?q=quantamhusbandry",
    "status": "/status",
    "about": "/about",
    "contact": "/contact",
    "privacy": "/privacy",
    "developers": "/developers",
    "developers-api": "/developers/api",
    "dumps": "/dumps",
    "404": "/papers/2611.99871-on-the-ordering-of-threads",
}
