# Qdrant's engine (the package qdrant-edge-py) for the benchmark of sparse vectors; one thread, one segment, no log.
import json
import resource
import struct
import sys

import qdrant_edge as qe

documents, queries, folder = sys.argv[1:4]
BATCH = 500


def rows(path):
    data = open(path, "rb").read()
    at = 0
    while at < len(data):
        (n,) = struct.unpack_from("<I", data, at)
        indices = list(struct.unpack_from(f"<{n}I", data, at + 4))
        values = list(struct.unpack_from(f"<{n}f", data, at + 4 + 4 * n))
        yield qe.SparseVector(indices=indices, values=values)
        at += 4 + 8 * n


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1e6


def resident():
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024


def build():
    config = qe.EdgeConfig(
        sparse_vectors={"text": qe.EdgeSparseVectorParams()},
        max_search_threads=1,
        wal_enabled=False,
        optimizers=qe.EdgeOptimizersConfig(
            default_segment_number=1, max_segment_size=100_000_000, indexing_threshold=1
        ),
    )
    shard = qe.EdgeShard.create(folder, config)
    spent = 0
    count = 0
    batch = []

    def flush():
        nonlocal spent, batch
        operation = qe.UpdateOperation.upsert_points(batch)
        before = cpu()
        shard.update(operation)
        spent += cpu() - before
        batch = []

    for vector in rows(documents):
        batch.append(qe.Point(id=count, vector={"text": vector}))
        count += 1
        if len(batch) == BATCH:
            flush()
    if batch:
        flush()
    before = cpu()
    shard.optimize()
    spent += cpu() - before
    return shard, {"micros": spent / count, "bytes": resident()}


shard = None
requests = [
    qe.QueryRequest(limit=10, query=qe.Query.Nearest(vector, using="text")) for vector in rows(queries)
]
for line in sys.stdin:
    if line.strip() == "build":
        shard, answer = build()
    else:
        before = cpu()
        found = [shard.query(request) for request in requests]
        spent = cpu() - before
        answer = {"micros": spent / len(requests), "scores": [[p.score for p in one] for one in found]}
    print(json.dumps(answer), flush=True)
