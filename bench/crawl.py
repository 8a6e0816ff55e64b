"""`make crawl`: ask a loaded site for everything.

First every paper's page, its item as the feed code renders it and its line of the sitemap; of every hundredth paper
each other format. Then everything that links reach from home, feeds and sitemaps: all lists, page by page. At the end
the papers that links and sitemaps reached are compared with those held. Any error makes the exit code 1.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

from bench.site import SNAPSHOT, open_site, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.crawl", description="Ask a loaded site for every page of it.")
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT, help="loaded first, where no DATABASE_URL is set")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--papers-only", action="store_true", help="leave out lists, feeds and sitemap files")
    arguments = parser.parse_args()
    if not os.environ.get("DATABASE_URL") and not arguments.snapshot.exists():
        say(f"There is no snapshot {arguments.snapshot}: name one with --snapshot, or a loaded site by DATABASE_URL.")
        return 2
    with open_site(arguments.snapshot, arguments.processes):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.crawling").crawl(arguments.processes, lists=not arguments.papers_only)


if __name__ == "__main__":
    sys.exit(main())
