"""The key by which a reader's bibliography knows a paper: family name, year, first word of the title that counts.

It depends on the first author, the first version's year and the title alone, so a journal reference that comes
later leaves it as it is. ASCII lower case, safe as a file name.
"""

import re

from common.slugs import slug
from papers.models import Authorship, Paper

_SAYS_LITTLE = re.compile(
    r"a|an|the|on|of|in|to|for|from|and|or|with|without|by|at|as|is|are|was|were|be|do|does|can|how|what|when|where"
    r"|why|who|which|that|this|these|those|we|our|its|it|some|any|via|using|towards?|into|about|over|under|new"
    r"|notes?|remarks?|comments?"
)


def citation_key(paper: Paper) -> str:
    """The authors are read from the database unless they are prefetched."""
    first = next(iter(paper.authorships.all()), None)
    return f"{_family(first)}{paper.first_submitted_at.year}{_first_word(paper.title)}"


def _family(author: Authorship | None) -> str:
    if author is None:
        return "anonymous"
    name = slug(author.family or author.printed).replace("-", "")
    return name[:40] or "anonymous"


def _first_word(title: str) -> str:
    words = [word for word in slug(title).split("-") if word]
    telling = [word for word in words if len(word) > 1 and not _SAYS_LITTLE.fullmatch(word)]
    return next(iter(telling or words), "")[:40]
