// The models that are a part of this program.

/** Names in lower case, as clients may write them in any. */
export const LOCAL_MODELS: readonly string[] = ["qdrant/bm25", "bm25"];
