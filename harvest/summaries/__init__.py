"""What pages of people and places show and could not count in time: stays, main fields, sums of institutions.

`following` reads what changed and keeps `stays` and `sums` up to it; docs/decisions/0003 says why it is done this way.
"""
