// Every limit of requests, one constant each. A test provokes each error.

/** Bytes of a REST body, after decompression. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bytes of a REST body of an operation that carries neither ids nor vectors, such as the creation of a collection. */
export const MAX_PLAIN_BODY_BYTES = 1024 * 1024;
/**
 * Bytes of a REST body of an operation that needs no credential: a login, a product key. With such a body on every
 * possible connection, most of MAX_BODY_BYTES_UNDER_WAY is left to others.
 */
export const MAX_STRANGER_BODY_BYTES = 8 * 1024;
/** Lines that are written together, and their bytes; the last line may exceed the bytes. */
export const MAX_LINES_TOGETHER = 1_000;
export const MAX_LINES_TOGETHER_BYTES = 4 * 1024 * 1024;
/** Rejected lines after which an import ends, because its input is probably something else. */
export const MAX_REJECTED_LINES = 10_000;
/**
 * The most by which decompression may enlarge an import, besides the free bytes. Text is usually compressed to a tenth.
 */
export const MAX_INFLATION = 200;
export const FREE_INFLATED_BYTES = 4 * 1024 * 1024;
/** Rejected lines that a response names. */
export const MAX_LINE_ERRORS = 1_000;
export const MAX_BATCH_POINTS = 10_000;
export const MAX_IDS = 10_000;
/** Writes in one points/batch request. */
export const MAX_BATCH_OPERATIONS = 1_000;
/** Paths in one list of a request. */
export const MAX_PATHS = 1_000;
/** `limit` of a search. */
export const MAX_LIMIT = 10_000;
/** Prefetches within prefetches. */
export const MAX_PREFETCH_DEPTH = 64;
/** Vectors and ids that one query compares with. */
export const MAX_QUERY_VECTORS = 1_000;
/** Bytes of the vectors that the queries of one request look up by ids. */
export const MAX_EXAMPLE_BYTES = 64 * 1024 * 1024;
/** `candidates_limit` of a query for diverse results. */
export const MAX_MMR_CANDIDATES = 16_384;
/** Points of which each is compared with each. */
export const MAX_MATRIX_SAMPLE = 10_000;
/** Points of one map, `limit` of a projection. */
export const MAX_MAP_POINTS = 200_000;
/** Neighbours of each point of a map. */
export const MAX_MAP_NEIGHBORS = 32;
/** Points whose vectors are summarised in one request, and numbers of one summary. */
export const MAX_SUMMARIES = 1_000;
export const MAX_SUMMARY_NUMBERS = 128;
/** The size of a part of a graph that is shown: links from its middle, and points. */
export const MAX_GRAPH_HOPS = 3;
export const MAX_GRAPH_NODES = 500;
/** Levels of a graph above level 0. */
export const MAX_GRAPH_LEVEL = 16;
/** The maximum number of steps that are returned for one search. */
export const MAX_WALK_STEPS = 2_000;
/** `limit` of a search whose steps are shown. */
export const MAX_WALK_LIMIT = 1_000;
/** Expressions in one formula. */
export const MAX_EXPRESSIONS = 1_000;
/** Searches in one search/batch request. */
export const MAX_SEARCHES = 1_000;
/** Points that the searches of one request may ask for, `offset` and oversampling included. */
export const MAX_HITS_PER_REQUEST = 100_000;
/** Size of a response, as estimated before it is put together. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/**
 * The least `max_segment_size`, in KB: each segment has a memory of its own, of which a process can have some
 * thousands.
 */
export const MIN_SEGMENT_KB = 1_024;
/** Threads that search. The engine numbers its threads: one more writes, and one more is that of the caller. */
export const MAX_SEARCH_THREADS = 62;
/** Threads that build a graph in bulk: as many as can share a memory. */
export const MAX_BUILD_THREADS = 64;
/**
 * Searches and other reads that may wait for a search thread, each counted once for all of its segments; one more is
 * refused with 429.
 */
export const MAX_WAITING_SEARCHES = 1_000;
/** A larger request body, or message over gRPC, waits until memory for all of it is granted. */
export const GRANTED_BODY_BYTES = 1024 * 1024;
/** Bytes of request bodies that are not answered yet, of all clients together; more are refused with 429. */
export const MAX_BODY_BYTES_UNDER_WAY = 256 * 1024 * 1024;
/** More than any write's response; responses up to this size are never refused for lack of memory. */
export const SMALL_ANSWER_BYTES = 16 * 1024;
/**
 * Characters of responses that clients have not read yet, all together, and bytes of records that are being read for
 * responses; more of either are refused with 429.
 */
export const MAX_ANSWER_BYTES_UNDER_WAY = 256 * 1024 * 1024;
/**
 * Calls in progress on one port of gRPC, of all connections together; as many again for methods that need no
 * credential, so that callers without one cannot displace others. A stream takes some 10 KB, and up to 64 KB more by
 * its headers.
 */
export const MAX_CALLS_UNDER_WAY = 4_096;
export const MAX_DIMENSION = 65_536;
/** Links of a node in the graph, `m`. One is refused: nodes with one link form pairs, not a graph. 0 means no graph. */
export const MIN_M = 2;
export const MAX_M = 512;
/** With fewer candidates the neighbours of a new node are chosen from too few. */
export const MIN_EF_CONSTRUCT = 4;
/** The least share of the nearest neighbours that a search can be asked to find. */
export const MIN_RECALL = 0.5;
/** Candidates of a search in the graph: `hnsw_ef`, `ef_search` and `ef_construct`. */
export const MAX_EF = 10_000;
/** Ranges of words that are marked in a text at most. */
export const MAX_HIGHLIGHTS = 1000;

/** The factor by which candidates for rescoring may exceed `limit`. */
export const MAX_OVERSAMPLING = 100;
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
export const MAX_PAYLOAD_DEPTH = 64;
/** Filters within filters, the outermost counted. */
export const MAX_FILTER_DEPTH = 32;
/** Conditions of one filter, those of the filters in it included; a filter that is a condition counts as one. */
export const MAX_FILTER_CONDITIONS = 1_000;
/**
 * Points of all polygons of one filter, with all of their rings: each point of the collection may be compared with each
 * of them.
 */
export const MAX_POLYGON_POINTS = 10_000;
/**
 * Characters of all texts of one filter that are compared by words, `text`, `text_any` and `phrase`. They are split in
 * slices, but a word is not interrupted.
 */
export const MAX_FILTER_TEXT_LENGTH = 65_536;
export const MAX_COLLECTION_NAME_LENGTH = 255;
export const MAX_VECTOR_NAME_LENGTH = 255;
/** In bytes of UTF-8. */
export const MAX_SPARSE_NAME_BYTES = 200;
/** The entries of a sparse vector. */
export const MAX_SPARSE_ENTRIES = 65_536;
/** The bytes of a text, in UTF-8, of which a vector is made. */
export const MAX_DOCUMENT_BYTES = 1_048_576;
/** The phrases and beginnings of words in the text of a query: each reads payloads, or compares all words. */
export const MAX_TEXT_PATTERNS = 256;
/** Named vectors of one collection. */
export const MAX_VECTOR_FIELDS = 256;
/** Payload indexes of one collection. */
export const MAX_FIELD_INDEXES = 256;
/** Longest path to a payload field, in characters. */
export const MAX_FIELD_NAME_LENGTH = 1_024;
/** Bytes of the `metadata` of a collection, as JSON. */
export const MAX_METADATA_BYTES = 256 * 1024;
/** The maximum number of aliases of all collections together. */
export const MAX_ALIASES = 10_000;
export const MAX_COLLECTIONS = 4_000;
/** Shards of one collection: each is a graph of its own to search, so few large ones cost less. */
export const MAX_SHARDS = 64;
/** Longest time for which a deleted collection can be restored. */
export const MAX_UNDO_SECONDS = 86_400;
/** The most deletions of points that a server keeps for being undone; each has a file. */
export const MAX_DELETIONS = 10_000;
/** Characters of the id of a deletion. */
export const MAX_DELETION_LENGTH = 64;
/** Characters of the name of an access token, after trimming. */
export const MAX_TOKEN_NAME_LENGTH = 255;
/** Characters of the description of an access token. */
export const MAX_TOKEN_DESCRIPTION_LENGTH = 1_024;
/** Access tokens, those that have expired included. */
export const MAX_TOKENS = 10_000;
/** A hundred years. */
export const MAX_TOKEN_SECONDS = 3_153_600_000;

/** The largest number of 32 bits: JSON has no infinity, and a vector takes no larger one. */
export const MAX_F32 = 3.4028234663852886e38;
/** Models that the configuration and requests of the admin name, together. */
export const MAX_MODELS = 100;
/** Characters of the name of a model. */
export const MAX_MODEL_NAME_LENGTH = 200;
/** Characters of the settings of a model that are texts. */
export const MAX_MODEL_TEXT_LENGTH = 4_096;
/** Texts in one call to a model. */
export const MAX_MODEL_BATCH = 256;
/** Milliseconds that a call to a model may take. */
export const MAX_MODEL_TIMEOUT_MS = 600_000;
/** Repetitions of a call to a model. */
export const MAX_MODEL_RETRIES = 10;
/** A longer answer of a model is not read. */
export const MAX_MODEL_ANSWER_BYTES = 64 * 1024 * 1024;
/** Milliseconds that loading a model in this process may take. */
export const MAX_MODEL_LOAD_MS = 120_000;
/** Calls to one model at a time, and those that may wait; more are refused with 429. */
export const MAX_MODEL_CALLS = 4;
export const MAX_WAITING_MODEL_CALLS = 256;
/** Bytes of the vectors that models have made for requests in progress; more are refused with 429. */
export const MAX_EMBEDDED_BYTES_UNDER_WAY = 256 * 1024 * 1024;
/** Seconds that a request may wait until the writes that it asks for are applied. */
export const MAX_WAIT_SECONDS = 300;
