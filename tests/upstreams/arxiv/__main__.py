"""`python -m tests.upstreams.arxiv --port 8099 --records FILE`: the server by hand, over snapshot lines (or .gz)."""

import argparse
import gzip
import json
import threading

from tests.upstreams.arxiv.server import ArxivServer


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.upstreams.arxiv", description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--records", help="JSON lines in the snapshot's layout")
    parser.add_argument("--recorded", help="a folder of recorded answers with index.jsonl")
    parser.add_argument("--page-size", type=int, default=2500)
    parser.add_argument("--limit", type=int, help="read only so many records")
    options = parser.parse_args()
    with ArxivServer(
        _records(options.records, options.limit), options.recorded, options.page_size, port=options.port
    ) as server:
        print(f"OAI {server.oai_url}\nAPI {server.api_url}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print("stopped")


def _records(path, limit):
    if not path:
        return []
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for number, line in enumerate(lines) if limit is None or number < limit]


if __name__ == "__main__":
    main()
