"""The search page, the same search in other formats, and why a paper is close in meaning."""
