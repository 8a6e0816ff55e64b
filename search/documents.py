"""Which text of a paper is embedded, and its hash. Pure."""

import hashlib

TEXT = "title and abstract 1"  # part of a recipe's name; another text takes another name


def embedded_text(title: str, abstract: str) -> str:
    """Plain Unicode, the title as first sentence; empty where there is nothing to embed."""
    return "\n".join(part for part in (title.strip(), abstract.strip()) if part)


def text_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def recipe_name(model: str) -> str:
    return f"{model}, {TEXT}"
