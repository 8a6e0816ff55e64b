"""Parents, children and successors; every walk ends, whatever the records say.

Relations are kept as each record tells them and become rows where both ends are held. A parent counts as one whether
the child or the parent tells it. Withdrawn institutions stand above none, and a merged one is what it was merged into.
"""

from collections.abc import Collection, Iterable, Mapping

from django.db import connection, transaction


def living_successors() -> dict[int, int]:
    """Of institutions that ROR withdrew: which stands for each now; those without one are left out."""
    successors: dict[int, set[int]] = {}
    withdrawn: set[int] = set()
    with connection.cursor() as cursor:
        cursor.execute(_SUCCESSORS)
        for one, other, is_withdrawn in cursor.fetchall():
            successors.setdefault(one, set()).add(other)
            withdrawn |= {one, other} if is_withdrawn else {one}
    ends = {one: living_end(one, successors, withdrawn) for one in successors}
    return {one: end for one, end in ends.items() if end is not None}


def living_end(start: int, successors: Mapping[int, Collection[int]], withdrawn: Collection[int]) -> int | None:
    """The end of a chain of successors, if it is none that was withdrawn too; a step to several is no step. Pure."""
    seen = {start}
    institution = start
    while institution in withdrawn:
        following = successors.get(institution, ())
        if len(following) != 1 or (to := next(iter(following))) in seen:
            return None
        institution = to
        seen.add(institution)
    return institution if institution != start else None


def distances(parents: Mapping[int, Collection[int]]) -> dict[tuple[int, int], int]:
    """(institution, ancestor) to the least number of steps between; nothing is above itself. Pure."""
    found: dict[tuple[int, int], int] = {}
    for start in parents:
        seen = {start}
        level: Iterable[int] = [start]
        steps = 0
        while level:
            steps += 1
            level = {above for one in level for above in parents.get(one, ()) if above not in seen}
            seen.update(level)
            found.update({(start, above): steps for above in level})
    return found


@transaction.atomic
def remake_relations() -> set[int]:
    """Bring relations to what the records held tell; gives the institutions whose relations changed."""
    with connection.cursor() as cursor:
        cursor.execute(_FEWER_RELATIONS)
        changed = {row[0] for row in cursor.fetchall()}
        cursor.execute(_MORE_RELATIONS)
        return changed | {row[0] for row in cursor.fetchall()}


@transaction.atomic
def remake_ancestors() -> set[int]:
    """Bring ancestors to the relations and merges held; gives those that have others than before."""
    parents: dict[int, set[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_PARENTS)
        for child, parent in cursor.fetchall():
            parents.setdefault(child, set()).add(parent)
        wanted = distances(parents)
        cursor.execute("SELECT institution_id, ancestor_id, distance FROM institutions_institutionancestor")
        held = {(one, above): distance for one, above, distance in cursor.fetchall()}
        gone = held.keys() - wanted.keys()
        new = {pair: steps for pair, steps in wanted.items() if held.get(pair) != steps}
        if gone:
            cursor.execute(_FEWER_ANCESTORS, [*_columns(gone)])
        if new:
            cursor.execute(_MORE_ANCESTORS, [*_columns(new), list(new.values())])
    return {one for one, _ in gone | {pair for pair in new if pair not in held}}


def _columns(pairs: Collection[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [one for one, _ in pairs], [above for _, above in pairs]


_SUCCESSORS = """
    SELECT one.id, other.id, other.status = 'withdrawn' FROM institutions_institution one
    JOIN institutions_institutionrelation relation ON relation.institution_id = one.id AND relation.kind = 'successor'
    JOIN institutions_institution other ON other.id = relation.other_id
    WHERE one.status = 'withdrawn'
"""
_TOLD = """
    WITH told AS (
        SELECT one.id AS institution_id, split_part(relation, ':', 1) AS kind, other.id AS other_id
        FROM institutions_institution one CROSS JOIN LATERAL unnest(one.told_relations) AS relation
        JOIN institutions_institution other ON other.ror = split_part(relation, ':', 2) AND other.id <> one.id
    )
"""
_FEWER_RELATIONS = f"""
    {_TOLD} DELETE FROM institutions_institutionrelation held WHERE NOT EXISTS (
        SELECT FROM told WHERE told.institution_id = held.institution_id AND told.kind = held.kind
            AND told.other_id = held.other_id)
    RETURNING institution_id
"""  # noqa: S608 - our own text
_MORE_RELATIONS = f"""
    {_TOLD} INSERT INTO institutions_institutionrelation (institution_id, kind, other_id)
    SELECT DISTINCT institution_id, kind, other_id FROM told ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING RETURNING institution_id
"""  # noqa: S608
_PARENTS = """
    SELECT DISTINCT coalesce(child.merged_into_id, child.id), coalesce(parent.merged_into_id, parent.id)
    FROM (
        SELECT institution_id AS child_id, other_id AS parent_id FROM institutions_institutionrelation
        WHERE kind = 'parent'
        UNION SELECT other_id, institution_id FROM institutions_institutionrelation WHERE kind = 'child'
    ) AS relation
    JOIN institutions_institution child ON child.id = relation.child_id
    JOIN institutions_institution parent ON parent.id = relation.parent_id AND parent.status <> 'withdrawn'
    WHERE coalesce(child.merged_into_id, child.id) <> coalesce(parent.merged_into_id, parent.id)
"""
_FEWER_ANCESTORS = """
    DELETE FROM institutions_institutionancestor held
    USING unnest(%s::bigint[], %s::bigint[]) AS gone (institution_id, ancestor_id)
    WHERE held.institution_id = gone.institution_id AND held.ancestor_id = gone.ancestor_id
"""
_MORE_ANCESTORS = """
    INSERT INTO institutions_institutionancestor AS held (institution_id, ancestor_id, distance)
    SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::int[])
    ON CONFLICT (institution_id, ancestor_id) DO UPDATE SET distance = excluded.distance
"""
