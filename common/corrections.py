"""What corrections by curators of all kinds have in common."""


class Contradiction(ValueError):  # noqa: N818 - says what it is
    """Why a correction cannot be right, in a sentence for the curator."""
