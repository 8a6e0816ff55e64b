"""Pictures of pages for who shares a link: 1200 by 630, drawn from a few lines of text, kept on disk.

`Card` says what stands on one; `picture_answer` gives it, drawn anew only where none is kept. A change of how cards are
drawn raises `drawing.RECIPE`.
"""

from common.pictures.answering import picture_answer
from common.pictures.card import Card

__all__ = ["Card", "picture_answer"]
