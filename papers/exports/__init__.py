"""A paper as a file: BibTeX, RIS, CSL-JSON, Markdown, and the API's object.

Each function takes a paper and gives text. Those that name all authors read `paper.authorships`, and the API's object
and Markdown `paper.versions` too: prefetch them where many papers are written. All but `api_object` are whole files.
"""

from papers.exports.api import api_object
from papers.exports.bibtex import bibtex
from papers.exports.csl import csl_json
from papers.exports.keys import citation_key
from papers.exports.markdown import markdown
from papers.exports.ris import ris

__all__ = ["api_object", "bibtex", "citation_key", "csl_json", "markdown", "ris"]
