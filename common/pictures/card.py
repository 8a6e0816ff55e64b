"""What stands on a picture."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1200, 630


@dataclass(frozen=True, slots=True)
class Card:
    """`kind` is above the title, `below` under it, `corner` at the foot; `stand_in` where no font has the title."""

    kind: str
    title: str
    below: str = ""
    corner: str = ""
    stand_in: str = ""
