# Embeds texts with Qdrant's engine (the package qdrant-edge-py): one request of JSON for each line of standard input.
# A request is [options, "document" | "query", [text, ...]]; the answer is [[indices, values] | error, ...].
import json
import sys

import qdrant_edge as qe


def languages(kind, names):
    return {getattr(kind, name.capitalize()) for name in names}


def index_options(options):
    """Returns options with the types of the package in place of names."""
    given = dict(options)
    if "tokenizer" in given:
        given["tokenizer"] = getattr(qe.TokenizerType, given["tokenizer"].capitalize())
    stopwords = given.get("stopwords")
    if isinstance(stopwords, str):
        given["stopwords"] = getattr(qe.Language, stopwords.capitalize())
    elif stopwords is not None:
        named = languages(qe.Language, stopwords.get("languages") or [])
        given["stopwords"] = qe.StopwordsSet(languages=named, custom=set(stopwords.get("custom") or []))
    stemmer = given.get("stemmer")
    if stemmer is not None:
        if stemmer["type"] == "none":
            given["stemmer"] = qe.DisabledStemmer()
        else:
            language = getattr(qe.SnowballLanguage, stemmer["language"].capitalize())
            given["stemmer"] = qe.SnowballParams(language)
    return given


def model(options):
    return qe.Bm25(qe.Bm25Config(**index_options(options)))


def answer(options, form, texts):
    try:
        bm25 = model(options)
    except (ValueError, OverflowError) as error:
        return [str(error)] * len(texts)
    embed = bm25.embed_document if form == "document" else bm25.embed_query
    vectors = [embed(text) for text in texts]
    pairs = [sorted(zip(vector.indices, vector.values)) for vector in vectors]
    return [[[index for index, _ in one], [value for _, value in one]] for one in pairs]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)
