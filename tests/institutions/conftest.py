"""Pages of places, asked as readers ask."""

from tests.papers.conftest import page

__all__ = ["page"]
