"""The tables of papers, one file per idea."""

from papers.models.authors import Affiliation, Authorship, AuthorshipCorrection, Claim, PaperInstitution
from papers.models.categories import Category, MonthCount, PaperCategory
from papers.models.outside import Citation, OutsideWork
from papers.models.papers import Paper, RelatedPaper, Version

__all__ = [
    "Affiliation",
    "Authorship",
    "AuthorshipCorrection",
    "Category",
    "Citation",
    "Claim",
    "MonthCount",
    "OutsideWork",
    "Paper",
    "PaperCategory",
    "PaperInstitution",
    "RelatedPaper",
    "Version",
]
