"""Requests drawn from a seed: collections, points, filters, queries and changes, as calls of qdrant-client.

The decision: values are few and vectors are small integers, so that filters find something and writes meet; scores come
from vectors that give no equal scores by chance, and queries whose order is open are compared as sets (compare.py).
What differs on purpose is not drawn here: it is listed in src/docs/api.md, "Where the Qdrant dialect differs on purpose".
"""

from random import Random

from qdrant_client import models as m

UUIDS = ["550e8400-e29b-41d4-a716-446655440000", "0db52dab-fcbf-45cc-a7c8-6294f28d5574"]
IDS = [1, 2, 3, 5, 8, 13, 21, 34, 2**63 + 5, *UUIDS]
ABSENT = [404, 405, "6b7e3b5c-0000-4000-8000-000000000404"]
WORDS = ["red", "Green", "blue", "Fox", "naïve", "4x4"]
DISTANCES = [m.Distance.DOT, m.Distance.COSINE, m.Distance.EUCLID, m.Distance.MANHATTAN]
SIZES = {"a": 4, "b": 3}


class Draw:
    def __init__(self, seed: int):
        self.random = Random(seed)
        self.pick = self.random.choice
        self.named = self.random.random() < 0.5
        self.distances = {name: self.pick(DISTANCES) for name in SIZES}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def some(self, items, low: int, high: int) -> list:
        return self.random.sample(items, min(len(items), self.random.randint(low, high)))

    # Collections and points

    def config(self):
        params = {n: m.VectorParams(size=s, distance=self.distances[n]) for n, s in SIZES.items()}
        return params if self.named else params["a"]

    def numbers(self, size: int) -> list[float]:
        """With three decimals, one of some thousand pairs of Manhattan distances was equal, which rounding decides."""
        return [round(self.random.uniform(-2, 2), 6) for _ in range(size)]

    def vector(self, name: str = "a") -> list[float]:
        return self.numbers(SIZES[name])

    def vectors(self, complete: bool = False):
        if not self.named:
            return self.vector()
        names = [n for n in SIZES if complete or self.chance(0.85)]
        return {n: self.vector(n) for n in names or ["a"]}

    def scalar(self):
        return self.pick(
            [0, 1, 2, 5, -3, 1.5, 2.0, True, False, None, "red", "Green", "Quick, red fox", "2024-05-01T12:00:00Z"]
        )

    def value(self, depth: int = 2):
        kind = self.random.random()
        if depth and kind < 0.2:
            return {key: self.value(depth - 1) for key in self.some(["x", "y", "z"], 0, 2)}
        if depth and kind < 0.4:
            return [self.value(depth - 1) for _ in range(self.random.randint(0, 3))]
        return self.scalar()

    def payload(self) -> dict:
        drawn = {
            "n": lambda: self.random.randint(-3, 9),
            "f": lambda: self.pick([0.5, 1.0, 2.25, -1.5]),
            "k": lambda: self.pick(WORDS),
            "tags": lambda: self.some(WORDS, 0, 3),
            "t": lambda: " ".join(self.some(WORDS, 1, 4)) + self.pick(["", "!", ", ok"]),
            "flag": lambda: self.chance(0.5),
            "at": lambda: self.pick(["2024-01-01T00:00:00Z", "2024-02-29", "2023-12-31T23:59:59+02:00", "later"]),
            "place": lambda: {"lon": self.random.randint(-20, 20), "lat": self.random.randint(-20, 20)},
            "list": lambda: [
                {"x": self.random.randint(0, 3), "y": self.pick(WORDS)} for _ in range(self.random.randint(0, 3))
            ],
            "o": lambda: self.value(),
        }
        return {key: drawn[key]() for key in self.some(list(drawn), 2, len(drawn))}

    def point(self, point_id) -> m.PointStruct:
        return m.PointStruct(id=point_id, vector=self.vectors(), payload=self.payload())

    # Filters

    def check(self) -> dict:
        pick = self.pick
        numbers = {b: self.random.randint(-3, 9) for b in self.some(["lt", "lte", "gt", "gte"], 1, 2)}
        counts = {b: self.random.randint(0, 3) for b in self.some(["lt", "lte", "gt", "gte"], 1, 2)}
        days = {b: pick(["2024-01-01T00:00:00Z", "2024-02-29T00:00:00Z"]) for b in self.some(["lt", "gte"], 1, 2)}
        at = m.GeoPoint(lon=self.random.randint(-20, 20), lat=self.random.randint(-20, 20))
        corner = m.GeoPoint(lon=at.lon + 15.5, lat=at.lat - 15.5)
        return pick(
            [
                lambda: {"key": pick(["n", "list[].x", "o.x"]), "match": m.MatchValue(value=self.random.randint(-3, 9))},
                lambda: {"key": pick(["k", "tags", "tags[]", "list[].y"]), "match": m.MatchValue(value=pick(WORDS))},
                lambda: {"key": "flag", "match": m.MatchValue(value=self.chance(0.5))},
                lambda: {"key": pick(["k", "tags", "o"]), "match": m.MatchAny(any=self.some(WORDS, 1, 3))},
                lambda: {"key": pick(["n", "f"]), "match": m.MatchAny(any=self.some(range(-3, 9), 1, 4))},
                lambda: {"key": pick(["k", "tags"]), "match": m.MatchExcept(**{"except": self.some(WORDS, 1, 3)})},
                lambda: {"key": pick(["t", "tags", "k"]), "match": m.MatchText(text=" ".join(self.some(WORDS, 0, 2)))},
                lambda: {"key": "t", "match": m.MatchTextAny(text_any=" ".join(self.some(WORDS, 0, 2)))},
                lambda: {"key": "t", "match": m.MatchPhrase(phrase=" ".join(self.some(WORDS, 0, 2)).upper())},
                lambda: {"key": pick(["n", "f", "o", "list[].x"]), "range": m.Range(**numbers)},
                lambda: {"key": "at", "range": m.DatetimeRange(**days)},
                lambda: {"key": pick(["tags", "list", "k", "o"]), "values_count": m.ValuesCount(**counts)},
                lambda: {"key": "place", "geo_radius": m.GeoRadius(center=at, radius=1_500_000.0)},
                lambda: {"key": "place", "geo_bounding_box": m.GeoBoundingBox(top_left=at, bottom_right=corner)},
                lambda: {"key": pick(["o", "tags", "o.x"]), "is_empty": self.chance(0.5)},
                lambda: {"key": pick(["o", "tags", "o.x"]), "is_null": self.chance(0.5)},
            ]
        )()

    def condition(self, depth: int = 2):
        kind = self.random.random()
        if kind < 0.07:
            return m.HasIdCondition(has_id=self.some(IDS + ABSENT, 1, 4))
        if kind < 0.12:
            return m.IsEmptyCondition(is_empty=m.PayloadField(key=self.pick(["o", "list", "o.y"])))
        if kind < 0.17:
            return m.IsNullCondition(is_null=m.PayloadField(key=self.pick(["o", "tags", "o.y"])))
        if kind < 0.2 and self.named:
            return m.HasVectorCondition(has_vector=self.pick(list(SIZES)))
        if kind < 0.27:
            inner = {"key": "x", "match": m.MatchValue(value=self.random.randint(0, 3))}
            other = {"key": "y", "match": m.MatchValue(value=self.pick(WORDS))}
            must = [m.FieldCondition(**one) for one in self.some([inner, other], 1, 2)]
            return m.NestedCondition(nested=m.Nested(key=self.pick(["list", "list[]"]), filter=m.Filter(must=must)))
        if depth and kind < 0.4:
            return self.filter(depth - 1)
        return m.FieldCondition(**self.check())

    def filter(self, depth: int = 2, should: bool = True) -> m.Filter:
        clauses = {}
        for name in self.some(["must", "should", "must_not"] if should else ["must", "must_not"], 1, 2):
            clauses[name] = [self.condition(depth) for _ in range(self.random.randint(1, 2))]
        if should and self.chance(0.1):
            conditions = [self.condition(depth) for _ in range(3)]
            clauses["min_should"] = m.MinShould(conditions=conditions, min_count=self.random.randint(1, 3))
        return m.Filter(**clauses)

    def maybe_filter(self, share: float = 0.4, should: bool = True):
        return self.filter(should=should) if self.chance(share) else None

    # Queries

    def using(self):
        return self.pick(list(SIZES)) if self.named else None

    def example(self, name: str, ids: list):
        return self.pick(ids) if ids and self.chance(0.4) else self.vector(name)

    def other(self, name: str, ids: list, examples: list):
        """An example that is none of these: equal ones tie, and local mode decides that by how it rounds, because it
        normalizes its vectors again for each similarity (Cosine). Servers compare equal numbers."""
        return self.example(name, [one for one in ids if one not in examples])

    def single(self, name: str, ids: list):
        """A query that scores by one vector or by examples."""
        kind = self.random.random()
        if kind < 0.6:
            return self.example(name, ids)
        if kind < 0.8:
            positive = [self.example(name, ids) for _ in range(self.random.randint(1, 2))]
            return m.RecommendQuery(
                recommend=m.RecommendInput(
                    positive=positive,
                    negative=[self.other(name, ids, positive) for _ in range(self.random.randint(0, 1))],
                    strategy=self.pick([m.RecommendStrategy.AVERAGE_VECTOR, m.RecommendStrategy.BEST_SCORE, None]),
                )
            )
        positive = self.example(name, ids)
        pair = m.ContextPair(positive=positive, negative=self.other(name, ids, [positive]))
        if kind < 0.92:
            return m.DiscoverQuery(discover=m.DiscoverInput(target=self.example(name, ids), context=[pair]))
        return m.ContextQuery(context=[pair])

    def prefetch(self, ids: list, depth: int = 1) -> m.Prefetch:
        name = self.using() or "a"
        inner = [self.prefetch(ids, depth - 1)] if depth and self.chance(0.2) else None
        return m.Prefetch(
            query=self.example(name, ids),
            using=name if self.named else None,
            filter=self.maybe_filter(0.3, should=False),
            prefetch=inner,
            limit=self.random.randint(2, 8),
        )

    def similar(self, name: str) -> bool:
        return self.distances[name] in (m.Distance.DOT, m.Distance.COSINE)

    def outer(self, ids: list) -> dict:
        """A query over prefetches; DBSF over distances differs on purpose."""
        name = self.using() or "a"
        prefetch = [self.prefetch(ids) for _ in range(self.random.randint(1, 3))]
        choices = [m.FusionQuery(fusion=m.Fusion.RRF), m.RrfQuery(rrf=m.Rrf(k=self.random.randint(1, 9)))]
        if all(self.similar(one.using or "a") for one in prefetch):
            choices.append(m.FusionQuery(fusion=m.Fusion.DBSF))
        formula = m.SumExpression(sum=["$score", m.MultExpression(mult=[0.5, "n"])])
        choices.append(m.FormulaQuery(formula=formula, defaults={"n": 1.0}))
        query = self.pick([*choices, self.example(name, ids)])
        own = using_of(query, name) if self.named else None
        return {"prefetch": prefetch, "query": query, "using": own}


def using_of(query, name: str):
    return None if isinstance(query, (m.FusionQuery, m.RrfQuery, m.FormulaQuery)) else name
