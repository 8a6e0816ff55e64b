"""How well search ranks: judged queries put to the search that the site uses, and to simpler ones beside it.

`sets` reads judged sets, `measures` scores a ranking (pure), `filling` makes a set's documents the only papers of an
empty database, `rankings` asks, `tuning` chooses weights on one half of the queries and tells what they do on the
other. `manage.py evaluate_search` puts it together.
"""
