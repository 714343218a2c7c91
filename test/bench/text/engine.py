# Qdrant's engine (the package qdrant-edge-py) for the benchmark of texts: documents become vectors in one thread.
import json
import resource
import sys

import qdrant_edge as qe

texts = json.load(open(sys.argv[1]))


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1e6


for line in sys.stdin:
    given = json.loads(line)
    if "tokenizer" in given:
        given["tokenizer"] = getattr(qe.TokenizerType, given["tokenizer"].capitalize())
    bm25 = qe.Bm25(qe.Bm25Config(**given))
    embed = bm25.embed_document
    before = cpu()
    for text in texts:
        embed(text)
    print(json.dumps({"micros": cpu() - before}), flush=True)
