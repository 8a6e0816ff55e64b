"""An address of every kind of page on the site of these tests."""

from tests.browser.hard_papers import BUSY_DAY, HOSTILE, LONG_LIST, WIDE, WITHDRAWN

YEAR, MONTH, DAY = BUSY_DAY.split("-")
SAMPLE_PAPER = "hep-th/9711200"

KINDS = {
    "home": "/",
    "papers": "/papers",
    "year": f"/papers/{YEAR}",
    "month": f"/papers/{YEAR}/{MONTH}",
    "day": f"/papers/{YEAR}/{MONTH}/{DAY}",
    "paper-own-words": f"/papers/{SAMPLE_PAPER}",
    "paper-authors": f"/papers/{LONG_LIST}",
    "paper-withdrawn": f"/papers/{WITHDRAWN}",
    "paper-math": f"/papers/{WIDE}",
    "paper-hostile": f"/papers/{HOSTILE}",
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
    "404": "/papers/2611.99871-on-the-ordering-of-threads",
}
