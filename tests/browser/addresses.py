"""Where a kind of page stands: numbers of people and places are not known beforehand, their names are."""

import urllib.request

BELOW = " "  # between what leads to a page and what hangs below that page


def address(site, path):
    """The whole address; of what hangs below a page, by way of that page."""
    page, _, below = path.partition(BELOW)
    if not below:
        return site + page
    with urllib.request.urlopen(site + page) as answer:
        return answer.url + below
