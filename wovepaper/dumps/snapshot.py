"""One unmoving view of the database for all files of a dump, read row by row.

The connection is one of its own, named so that whoever waits for writers knows that this one only reads
(`wovepaper.oai.selection`). Read-only, it has no transaction id and so holds up no follower of the change sequence.
"""

APPLICATION_NAME = "wovepaper dump"
