"""Cursors: where a list goes on, bound to the list. Signed, so that nobody makes one by hand that asks for nonsense."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.core import signing

from common.problems import Problem

SALT = "wovepaper.api.cursors"


def make_cursor(of: Mapping[str, Any], place: list[Any]) -> str:
    """`of` is what makes the list what it is, `place` the last row's place in its order."""
    return signing.Signer(salt=SALT).sign_object([_print(of), place], compress=False)


def read_cursor(cursor: str, of: Mapping[str, Any]) -> list[Any]:
    try:
        made_for, place = signing.Signer(salt=SALT).unsign_object(cursor)
    except (signing.BadSignature, ValueError) as error:
        raise Problem("bad-cursor", "This site did not make this cursor.", parameter="cursor") from error
    if made_for != _print(of):
        detail = "The cursor was made for a list with other filters, words or another order, or for another list."
        raise Problem("cursor-of-another-query", detail, parameter="cursor")
    return place


def _print(of: Mapping[str, Any]) -> str:
    written = json.dumps({name: str(value) for name, value in of.items() if value is not None}, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]
