"""How `papers_paper.search_vector` is made, in SQL: the stand-in search reads it while the word index is away."""


def search_vector(title: str, names: str, abstract: str) -> str:
    """The expression over three SQL expressions of plain text; `names` are the authors' as printed.

    A tsvector holds a megabyte at most, and no more words of an abstract than these help that search.
    """
    return f"""
        setweight(to_tsvector('public.wovepaper', left({title}, 10000)), 'A')
        || setweight(to_tsvector('public.wovepaper', left({names}, 50000)), 'B')
        || setweight(to_tsvector('public.wovepaper', left({abstract}, 50000)), 'C')
    """
