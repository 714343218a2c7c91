"""Drawn sequences of calls to a server and to qdrant-client's local mode, compared answer by answer.

Usage: run.py URL GRPC_PORT SEED SEQUENCES [grpc]. Prints one line of JSON a difference and a last one with counts.
"""

import json
import os
import sys
import warnings

import compare
from drawn import ABSENT, IDS, Draw, m
from qdrant_client import QdrantClient

NAME = f"drawn-{os.getpid()}"
STEPS = 25
warnings.filterwarnings("ignore")


class Sequence:
    def __init__(self, seed: int, server: QdrantClient):
        self.seed = seed
        self.draw = Draw(seed)
        self.server = server
        self.local = QdrantClient(":memory:")
        self.ids: set = set()
        self.complete: set = set()

    def run(self):
        """@returns what differed, or None"""
        draw = self.draw
        for client in (self.server, self.local):
            client.delete_collection(NAME)
            client.create_collection(NAME, vectors_config=draw.config())
        for key, kind in (("n", "integer"), ("f", "float"), ("at", "datetime")):
            self.server.create_payload_index(NAME, key, field_schema=kind, wait=True)
        if draw.chance(0.5):
            for key in ("k", "tags"):
                self.server.create_payload_index(NAME, key, field_schema="keyword", wait=True)
        self.upsert()
        for _ in range(STEPS):
            step = draw.pick(WRITES if draw.chance(0.35) else READS)
            difference = step(self)
            if difference:
                return {"seed": self.seed, "step": step.__name__, **difference}
        return self.scroll_all()

    def both(self, call, same, shown):
        """Asks both and compares."""
        answers = [answer_of(call, client) for client in (self.server, self.local)]
        (ours, our_error), (theirs, their_error) = answers
        if our_error or their_error:
            if our_error and their_error:
                return None
            return {"asked": shown, "ours": str(our_error or "ok")[:400], "theirs": str(their_error or "ok")[:400]}
        if same(ours, theirs):
            return None
        return {"asked": shown, "ours": compare.plain(ours), "theirs": compare.plain(theirs)}

    # Changes: both have to do them, or both to refuse them; what they did is seen by the reads that follow.

    def change(self, name: str, **arguments):
        shown = {"call": name, **{k: compare.plain(v) for k, v in arguments.items()}}
        return self.both(lambda c: getattr(c, name)(NAME, **arguments), lambda a, b: True, shown)

    def selector(self):
        if self.draw.chance(0.5) and self.ids:
            return self.draw.some(sorted(self.ids, key=str), 1, 3)
        return self.draw.filter()

    def upsert(self):
        points = [self.draw.point(i) for i in self.draw.some(IDS, 3, len(IDS))]
        self.ids.update(p.id for p in points)
        return self.change("upsert", points=points, wait=True)

    def update_vectors(self):
        if not self.ids:
            return None
        ids = self.draw.some(sorted(self.ids, key=str), 1, 3)
        points = [m.PointVectors(id=i, vector=self.draw.vectors()) for i in ids]
        return self.change("update_vectors", points=points, wait=True)

    def delete_vectors(self):
        if not self.draw.named:
            return None
        return self.change("delete_vectors", vectors=["b"], points=self.selector(), wait=True)

    def set_payload(self):
        key = self.draw.pick([None, None, "o", "o.x", "list[0]", "list[]", "o.x[0]", "fresh.y"])
        payload = {k: self.draw.value() for k in self.draw.some(["x", "y", "z"], 1, 3)}
        if key is None:
            payload = {**self.draw.payload(), **{k: None for k in self.draw.some(["k", "tags", "gone"], 0, 2)}}
        return self.change("set_payload", payload=payload, points=self.selector(), key=key, wait=True)

    def overwrite_payload(self):
        return self.change("overwrite_payload", payload=self.draw.payload(), points=self.selector(), wait=True)

    def delete_payload(self):
        keys = self.draw.some(["n", "o.x", "list[].x", "tags[0]", "tags[]", "list[0].y", "nowhere"], 1, 3)
        return self.change("delete_payload", keys=keys, points=self.selector(), wait=True)

    def clear_payload(self):
        return self.change("clear_payload", points_selector=self.selector(), wait=True)

    def delete(self):
        ids = self.draw.some(sorted(self.ids, key=str) + ABSENT, 1, 3)
        self.ids.difference_update(ids)
        return self.change("delete", points_selector=ids, wait=True)

    def absent(self):
        """Of points none of which is there: refused, and nothing changes."""
        return self.change("set_payload", payload={"n": 1}, points=[self.draw.pick(ABSENT)], wait=True)

    def batch(self):
        if not self.ids:
            return None
        ids = self.draw.some(sorted(self.ids, key=str), 1, 3)
        fresh = self.draw.point(self.draw.pick(IDS))
        self.ids.add(fresh.id)
        operations = [
            m.UpsertOperation(upsert=m.PointsList(points=[fresh])),
            m.SetPayloadOperation(set_payload=m.SetPayload(payload={"n": 3, "k": None}, points=ids)),
            m.DeletePayloadOperation(delete_payload=m.DeletePayload(keys=["f"], points=ids)),
        ]
        return self.change("batch_update_points", update_operations=operations, wait=True)

    # Reads

    def scroll_all(self):
        def pages(client):
            return client.scroll(NAME, limit=100, with_vectors=True)[0]

        return self.both(pages, compare.records, {"call": "scroll"})

    def scroll(self):
        arguments = {
            "scroll_filter": self.draw.maybe_filter(0.8),
            "limit": self.draw.random.randint(1, 20),
            "with_payload": self.draw.pick([True, ["n", "k", "list[].y"], m.PayloadSelectorExclude(exclude=["n", "list[].x"])]),
            "with_vectors": self.draw.chance(0.3),
        }
        shown = {"call": "scroll", **{k: compare.plain(v) for k, v in arguments.items()}}
        same = lambda a, b: compare.records(a[0], b[0]) and a[1] == b[1]
        return self.both(lambda c: c.scroll(NAME, **arguments), same, shown)

    def ordered(self):
        key, direction = self.draw.pick(["n", "f", "at"]), self.draw.pick(["asc", "desc"])
        arguments = {
            "scroll_filter": self.draw.maybe_filter(),
            "order_by": m.OrderBy(key=key, direction=direction),
            "limit": 50,
        }
        shown = {"call": "scroll", **{k: compare.plain(v) for k, v in arguments.items()}}

        def same(a, b):
            values = lambda page: sorted((p.payload.get(key), str(p.id)) for p in page if not isinstance(p.payload.get(key), list))
            return [p.payload.get(key) for p in a[0]] == [p.payload.get(key) for p in b[0]] and values(a[0]) == values(b[0])

        return self.both(lambda c: c.scroll(NAME, **arguments), same, shown)

    def count(self):
        chosen = self.draw.filter()
        return self.both(
            lambda c: c.count(NAME, count_filter=chosen).count,
            lambda a, b: a == b,
            {"call": "count", "filter": compare.plain(chosen)},
        )

    def facet(self):
        chosen = self.draw.maybe_filter()
        call = lambda c: c.facet(NAME, key="n", facet_filter=chosen, limit=50, exact=True).hits
        same = lambda a, b: sorted((h.value, h.count) for h in a) == sorted((h.value, h.count) for h in b)
        return self.both(call, same, {"call": "facet", "filter": compare.plain(chosen)})

    def retrieve(self):
        ids = self.draw.some(sorted(self.ids, key=str) + ABSENT, 1, 5)
        same = lambda a, b: compare.same(sorted(map(compare.record, a), key=str), sorted(map(compare.record, b), key=str))
        call = lambda c: c.retrieve(NAME, ids=ids, with_payload=True, with_vectors=True)
        return self.both(call, same, {"call": "retrieve", "ids": ids})

    def asked(self, arguments: dict, call: str):
        limit = self.draw.random.randint(1, 8)
        arguments = {**arguments, "limit": limit, "with_vectors": self.draw.chance(0.2)}
        if self.draw.chance(0.2):
            arguments["offset"] = self.draw.random.randint(1, 3)
        shown = {"call": call, **{k: compare.plain(v) for k, v in arguments.items()}}
        same = lambda a, b: compare.scored(a.points, b.points, limit, arguments.get("offset", 0))
        return self.both(lambda c: c.query_points(NAME, **arguments), same, shown)

    def having(self, name: str) -> list:
        """Ids of points that have the vector."""
        points = self.local.scroll(NAME, limit=100, with_vectors=True)[0]
        return [p.id for p in points if not self.draw.named or name in (p.vector or {})]

    def query(self):
        name = self.draw.using() or "a"
        query = self.draw.single(name, self.having(name))
        using = name if self.draw.named else None
        arguments = {"query": query, "using": using, "query_filter": self.draw.maybe_filter()}
        if self.draw.similar(name) and self.draw.chance(0.2):
            arguments["score_threshold"] = 0.1
        return self.asked(arguments, "query")

    def hybrid(self):
        ids = [i for i in self.having("a") if i in set(self.having("b"))]
        return self.asked({**self.draw.outer(ids), "query_filter": self.draw.maybe_filter(0.3, should=False)}, "hybrid")

    def groups(self):
        name = self.draw.using() or "a"
        arguments = {
            "group_by": self.draw.pick(["k", "n", "tags"]),
            "query": self.draw.vector(name),
            "using": name if self.draw.named else None,
            "query_filter": self.draw.maybe_filter(),
            "limit": 20,
            "group_size": 20,
        }
        shown = {"call": "groups", **{k: compare.plain(v) for k, v in arguments.items()}}
        same = lambda a, b: compare.grouped(a.groups, b.groups)
        return self.both(lambda c: c.query_points_groups(NAME, **arguments), same, shown)


WRITES = [
    Sequence.upsert,
    Sequence.update_vectors,
    Sequence.delete_vectors,
    Sequence.set_payload,
    Sequence.set_payload,
    Sequence.overwrite_payload,
    Sequence.delete_payload,
    Sequence.delete_payload,
    Sequence.clear_payload,
    Sequence.delete,
    Sequence.absent,
    Sequence.batch,
]
READS = [
    Sequence.scroll,
    Sequence.ordered,
    Sequence.count,
    Sequence.count,
    Sequence.facet,
    Sequence.retrieve,
    Sequence.query,
    Sequence.query,
    Sequence.hybrid,
    Sequence.hybrid,
    Sequence.groups,
]


def answer_of(call, client):
    try:
        return call(client), None
    except Exception as error:  # whatever a client raises is an answer
        return None, error


def main(url: str, grpc_port: int, seed: int, count: int, grpc: bool) -> int:
    server = QdrantClient(url=url, grpc_port=grpc_port, prefer_grpc=grpc, check_compatibility=False, timeout=60)
    different = 0
    for number in range(count):
        difference = Sequence(seed + number, server).run()
        if difference:
            different += 1
            print(json.dumps(difference, default=str), flush=True)
    print(json.dumps({"sequences": count, "different": different}), flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    url, port, seed, count, *rest = sys.argv[1:]
    sys.exit(main(url, int(port), int(seed), int(count), "grpc" in rest))
