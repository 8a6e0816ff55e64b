"""One process a host that keeps the model in memory and turns queries into vectors for all web processes.

They talk over a Unix socket: the model costs its memory once, its start slows no page, and its end takes no page along.
`server` is that process (`manage.py encoder`), `client` what the web processes ask, `wire` what both say.
"""
