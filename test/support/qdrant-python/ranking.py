# Ranks texts with Qdrant's engine (the package qdrant-edge-py): one request of JSON for each line of standard input.
# {"build": {"folder", "options", "payloads"}} makes a collection with a text index on `t`; {"query": {"text", "k",
# "b", "filter", "corpus", "limit", "score_threshold"}} asks it, where filters are values of `n`. The answer to a query
# is [[id, score], ...].
import json
import sys

import qdrant_edge as qe

from bm25 import index_options


def made(value):
    return None if value is None else qe.Filter(must=[qe.FieldCondition("n", match=qe.MatchValue(value))])


def build(folder, options, payloads):
    config = qe.EdgeConfig(
        vectors={"none": qe.EdgeVectorParams(size=1, distance=qe.Distance.Dot)},
        wal_enabled=False,
        optimizers=qe.EdgeOptimizersConfig(default_segment_number=1, indexing_threshold=1),
    )
    shard = qe.EdgeShard.create(folder, config)
    params = qe.TextIndexParams(scoring=True, **index_options(options))
    shard.update(qe.UpdateOperation.create_field_index("t", params))
    shard.update(qe.UpdateOperation.create_field_index("n", qe.PayloadSchemaType.Integer))
    points = [qe.Point(id=id, vector={}, payload=payload) for id, payload in enumerate(payloads)]
    for first in range(0, len(points), 500):
        shard.update(qe.UpdateOperation.upsert_points(points[first : first + 500]))
    shard.optimize()
    return shard


def found(shard, text, k=None, b=None, filter=None, corpus=None, limit=10, score_threshold=None):
    scoring = None if k is None and b is None else qe.Bm25Params(k=k, b=b)
    params = None if corpus is None else qe.SearchParams(idf=qe.IdfParams(corpus=made(corpus)))
    request = qe.QueryRequest(
        limit=limit,
        query=qe.TextQuery("t", text, scoring),
        filter=made(filter),
        params=params,
        score_threshold=score_threshold,
    )
    return [[hit.id, hit.score] for hit in shard.query(request)]


shard = None
for line in sys.stdin:
    request = json.loads(line)
    if "build" in request:
        shard = build(**request["build"])
        answer = None
    else:
        answer = found(shard, **request["query"])
    print(json.dumps(answer), flush=True)
