"""Records as the Academic Graph writes them, and a world of them that is given by hand."""


class S2Records:
    """The world a server asks. Any object with these two functions will do.

    `paper(key)` takes `ARXIV:…`, `CorpusId:…` or a paperId; `merged` maps a paperId to the one it went into.
    """

    def __init__(self, papers=(), authors=(), merged=None):
        self._merged = dict(merged or {})
        self._papers, self._authors = {}, {one["authorId"]: one for one in authors}
        for one in papers:
            outside = one.get("externalIds") or {}
            self._papers[one["paperId"]] = one
            self._papers[f"CorpusId:{one['corpusId']}"] = one
            if outside.get("ArXiv"):
                self._papers[f"ARXIV:{outside['ArXiv']}"] = one

    def paper(self, key):
        return self._papers.get(self._merged.get(key, key))

    def author(self, author_id):
        return self._authors.get(author_id)


def paper_id(number):
    return f"{number:040x}"


def paper(number, arxiv_id=None, title="A work", authors=(), references=(), **facts):
    """`authors` are (authorId or None, name); `references` are numbers of papers, None for one without an id."""
    return {
        "paperId": paper_id(number),
        "corpusId": number,
        "externalIds": {"CorpusId": number} | ({"ArXiv": arxiv_id} if arxiv_id else {}),
        "title": title,
        "year": 2024,
        "publicationDate": "2024-01-02",
        "venue": "arXiv.org" if arxiv_id else "",
        "journal": {"name": "ArXiv", "volume": "abs/1"} if arxiv_id else None,
        "publicationVenue": None,
        "publicationTypes": ["JournalArticle"],
        "citationCount": 0,
        "authors": [{"authorId": author_id, "name": name, "externalIds": None} for author_id, name in authors],
        "references": [{"paperId": None if one is None else paper_id(one)} for one in references],
        **facts,
    }


def author(author_id, name, **facts):
    return {
        "authorId": author_id,
        "name": name,
        "externalIds": {},
        "affiliations": [],
        "homepage": None,
        "paperCount": 1,
        "citationCount": 0,
        "hIndex": 1,
        **facts,
    }
