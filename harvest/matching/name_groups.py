"""Names under one profile, sorted into those that can be one person's; pure."""

from collections import Counter
from collections.abc import Iterable, Mapping

from harvest.matching.names import Form, Likeness, likeness


def group_by_name(names: Mapping[int, Form]) -> tuple[list[set[int]], set[int]]:
    """Slots in groups whose names can all be one, the largest first; and those that would fit several groups.

    The fullest names make the groups, so that John stands with John A. where there is no John B.
    """
    counted = Counter(names.values())
    groups: list[list[Form]] = []
    place_of: dict[Form, int] = {}
    for name in sorted(counted, key=lambda name: (-_fullness(name), -counted[name], name.letters, name.suffix)):
        fitting = [place for place, group in enumerate(groups) if all(likeness(name, other) for other in group)]
        if not fitting and name.readable:
            fitting = [len(groups)]
            groups.append([])
        if len(fitting) == 1:
            groups[fitting[0]].append(name)
            place_of[name] = fitting[0]
    found: list[set[int]] = [set() for _ in groups]
    doubtful = set()
    for slot, name in names.items():
        place = place_of.get(name)
        if place is None:
            doubtful.add(slot)
        else:
            found[place].add(slot)
    return sorted(found, key=lambda group: (-len(group), min(group))), doubtful


def agree(some: Iterable[Form], others: Iterable[Form], *, surnames: bool = True) -> bool:
    """Whether every name of one side can be one with every name of the other; surnames may be let change."""
    ours, theirs = {name for name in some if name.readable}, {name for name in others if name.readable}
    return all(
        likeness(one, other) or (not surnames and _only_surname_differs(one, other)) for one in ours for other in theirs
    )


def _only_surname_differs(one: Form, other: Form) -> bool:
    """Jane Smith who became Jane Doe."""
    if not one.given or not other.given or one.last == other.last:
        return False
    renamed = Form(other.given, one.last, one.family, one.first_of_family, other.suffix)
    found = likeness(one, renamed)
    return found is not None and found >= Likeness.INITIALS


def _fullness(name: Form) -> int:
    """A full given name is worth more than any initials."""
    return 100 * sum(len(word) > 1 for word in name.given) + len(name.given) * 10 + len("".join(name.given))
