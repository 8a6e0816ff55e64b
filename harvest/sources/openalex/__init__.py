"""OpenAlex: client.py asks, the other modules understand its works, authors and institutions."""
