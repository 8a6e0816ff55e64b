"""The Model Context Protocol at `/mcp`: agents call the operations of `wovepaper.api` as tools.

Streamable HTTP without sessions: each POST holds one JSON-RPC message and gets one JSON answer. `protocol.py` reads
messages, `tools.py` offers the tools, `views.py` speaks HTTP and keeps the budget.
"""
