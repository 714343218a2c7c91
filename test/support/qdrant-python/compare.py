"""Whether two answers of qdrant-client say the same.

The decision: scores and vectors are 32-bit floats worked out in another order, so they are compared with a tolerance;
points whose scores are equal within it may come in any order, and where a limit cuts such points any of them may be there.
"""

import math

from pydantic import BaseModel

TOLERANCE = 2e-4


def near(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def plain(value):
    """As JSON has it, without what is not given."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump(exclude_none=True))
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def same(a, b) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return near(a, b)
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a == b


def record(point) -> dict:
    """What a point shows; `version` counts writes, of which one server makes more than another."""
    shown = {"id": point.id, "payload": point.payload or {}, "vector": plain(point.vector) or {}}
    order = getattr(point, "order_value", None)
    return shown if order is None else {**shown, "order_value": order}


def records(a, b) -> bool:
    return same([record(p) for p in a], [record(p) for p in b])


def clusters(points) -> list[list]:
    groups: list[list] = []
    for point in points:
        if groups and near(groups[-1][-1].score, point.score):
            groups[-1].append(point)
        else:
            groups.append([point])
    return groups


def scored(a, b, limit: int, offset: int = 0) -> bool:
    if len(a) != len(b) or not all(near(x.score, y.score) for x, y in zip(a, b)):
        return False
    shown = {p.id: record(p) for p in a}
    if any(not same(shown[p.id], record(p)) for p in b if p.id in shown):
        return False
    groups = clusters(a)
    start = 0
    for number, group in enumerate(groups):
        others = b[start : start + len(group)]
        start += len(group)
        is_cut = (number == 0 and offset > 0) or (number == len(groups) - 1 and len(a) >= limit)
        if not is_cut and {p.id for p in group} != {p.id for p in others}:
            return False
    return True


def grouped(a, b) -> bool:
    """The groups by value and their scores; which points of equal scores a group holds is open."""
    ours = {group.id: [hit.score for hit in group.hits] for group in a}
    theirs = {group.id: [hit.score for hit in group.hits] for group in b}
    return len(a) == len(b) and same(sorted(ours.values()), sorted(theirs.values()))
