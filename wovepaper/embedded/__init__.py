"""Postgres and Valkey from their wheels, for `make run` and the tests; knows nothing of the site.

`postgres.start(folder)` and `valkey.start(folder)` return a running server with a `url` and a `stop()`;
`attach(folder)` finds the one that already runs there. Linux and macOS.
"""
