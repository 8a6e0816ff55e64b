"""Semantic Scholar's Academic Graph: client.py asks, the other modules understand its papers and authors."""
