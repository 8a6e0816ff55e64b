"""`python -m bench.relevance`: `manage.py evaluate_search` on a throwaway Postgres, for where none runs."""

import sys

from django.core.management import call_command

from bench.empty_database import empty_database


def main() -> int:
    with empty_database():
        call_command("evaluate_search", *sys.argv[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
