# Qdrant's engine (the package qdrant-edge-py) for the benchmark of rankings by text; one thread, one segment, no log.
import json
import os
import resource
import sys
import time

import qdrant_edge as qe

documents, queries, folder = sys.argv[1:4]
BATCH = 1000


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1e6


def build(indexed):
    place = os.path.join(folder, "indexed" if indexed else "plain")
    os.makedirs(place)
    config = qe.EdgeConfig(
        vectors={"none": qe.EdgeVectorParams(size=1, distance=qe.Distance.Dot)},
        max_search_threads=1,
        wal_enabled=False,
        optimizers=qe.EdgeOptimizersConfig(
            default_segment_number=1, max_segment_size=100_000_000, indexing_threshold=1
        ),
    )
    shard = qe.EdgeShard.create(place, config)
    if indexed:
        shard.update(qe.UpdateOperation.create_field_index("body", qe.TextIndexParams(scoring=True)))
    texts = json.load(open(documents))
    spent = 0
    for first in range(0, len(texts), BATCH):
        some = texts[first : first + BATCH]
        points = [qe.Point(id=first + i, vector={}, payload={"body": text}) for i, text in enumerate(some)]
        operation = qe.UpdateOperation.upsert_points(points)
        before = cpu()
        shard.update(operation)
        spent += cpu() - before
    before = cpu()
    shard.optimize()
    spent += cpu() - before
    return shard, spent / len(texts)


shard = None
requests = [
    qe.QueryRequest(limit=10, query=qe.TextQuery("body", text)) for text in json.load(open(queries))
]
for line in sys.stdin:
    if line.strip() == "build":
        plain, without = build(False)
        plain.close()
        shard, micros = build(True)
        answer = {"micros": micros - without}
    else:
        times = []
        before = cpu()
        for request in requests:
            began = time.perf_counter()
            found = shard.query(request)
            times.append((time.perf_counter() - began) * 1e6)
        spent = cpu() - before
        answer = {"micros": spent / len(requests), "p50": sorted(times)[len(times) // 2]}
        answer["scores"] = [[hit.score for hit in shard.query(request)] for request in requests[:20]]
    print(json.dumps(answer), flush=True)
