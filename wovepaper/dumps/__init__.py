"""Nightly dumps of all papers, researchers, institutions and authorships, and their page at `/dumps`."""
