// Every limit on what comes from outside, one constant each (decisions.md, "Limits"). A test provokes each error.

/** REST body, after decompression. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** REST body of an operation that carries neither ids nor vectors, such as the creation of a collection. */
export const MAX_PLAIN_BODY_BYTES = 1024 * 1024;
/**
 * REST body of an operation that asks for no credential: a login, a product key. All connections there may be, each with such
 * a body, leave most of MAX_BODY_BYTES_UNDER_WAY to others.
 */
export const MAX_STRANGER_BODY_BYTES = 8 * 1024;
/** Lines that are written together, and their bytes; the last may go beyond. */
export const MAX_LINES_TOGETHER = 1_000;
export const MAX_LINES_TOGETHER_BYTES = 4 * 1024 * 1024;
/** Rejected lines after which an import ends: whoever sends so many sends something else. */
export const MAX_REJECTED_LINES = 10_000;
/** How many times larger than it came a compressed import may be, beyond what may be of any kind. Text is packed to a tenth or so. */
export const MAX_INFLATION = 200;
export const FREE_INFLATED_BYTES = 4 * 1024 * 1024;
/** Rejected lines that an answer names. */
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
/** Vectors of the points that the queries of one request are made from. */
export const MAX_EXAMPLE_BYTES = 64 * 1024 * 1024;
/** `candidates_limit` of a query for diverse results. */
export const MAX_MMR_CANDIDATES = 16_384;
/** Points of which each is compared with each. */
export const MAX_MATRIX_SAMPLE = 10_000;
/** Points of one map, `limit` of a projection. */
export const MAX_MAP_POINTS = 200_000;
/** Neighbours of each point of a map. */
export const MAX_MAP_NEIGHBORS = 32;
/** How far from its middle a part of a graph is shown, in links, and of how many points. */
export const MAX_GRAPH_HOPS = 3;
export const MAX_GRAPH_NODES = 500;
/** Levels of a graph above level 0. */
export const MAX_GRAPH_LEVEL = 16;
/** Steps of one walk that are shown. */
export const MAX_WALK_STEPS = 2_000;
/** `limit` of a walk that is watched. */
export const MAX_WALK_LIMIT = 1_000;
/** Expressions in one formula. */
export const MAX_EXPRESSIONS = 1_000;
/** Searches in one search/batch request. */
export const MAX_SEARCHES = 1_000;
/** Points that the searches of one request may ask for, `offset` and oversampling included. */
export const MAX_HITS_PER_REQUEST = 100_000;
/** Size of an answer, as estimated before it is put together. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** The least `max_segment_size`, in KB: each segment has a memory of its own, of which a process can have some thousands. */
export const MIN_SEGMENT_KB = 1_024;
/** Threads that search. The engine numbers its threads: one more writes, and one more is that of the caller. */
export const MAX_SEARCH_THREADS = 62;
/**
 * Searches and other reads by search threads that may wait for one of these, each counted once however many segments it asks;
 * one more is refused with 429.
 */
export const MAX_WAITING_SEARCHES = 1_000;
/** From here on a request body, or a message over gRPC, waits until there is room for all of it. */
export const GRANTED_BODY_BYTES = 1024 * 1024;
/** Bytes of request bodies that are not answered yet, all clients together; more are refused with 429. */
export const MAX_BODY_BYTES_UNDER_WAY = 256 * 1024 * 1024;
/** More than any write answers: so much is never refused for want of room. */
export const SMALL_ANSWER_BYTES = 16 * 1024;
/**
 * Characters of answers that clients have not read yet, all together, and bytes of records that are being read for answers;
 * more of either are refused with 429.
 */
export const MAX_ANSWER_BYTES_UNDER_WAY = 256 * 1024 * 1024;
/**
 * Calls under way on one port of gRPC, all connections together; as many again to what asks for no credential, so that
 * strangers who stay take no place from others. A stream takes some 10 KB, and up to 64 KB more by its headers.
 */
export const MAX_CALLS_UNDER_WAY = 4_096;
export const MAX_DIMENSION = 65_536;
/** Links of a node in the graph, `m`. One is refused: nodes with one link are pairs, not a graph. 0 means no graph. */
export const MIN_M = 2;
export const MAX_M = 512;
/** Below this the neighbours of a new node are chosen from too few. */
export const MIN_EF_CONSTRUCT = 4;
/** Width of a walk: `hnsw_ef`, `ef_search` and `ef_construct`. */
export const MAX_EF = 10_000;
/** How many times `limit` may be compared on the original vectors. */
export const MAX_OVERSAMPLING = 100;
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
export const MAX_PAYLOAD_DEPTH = 64;
/** Filters within filters, the outermost counted. */
export const MAX_FILTER_DEPTH = 32;
/** Conditions of one filter, those of the filters in it included; a filter that is a condition counts as one. */
export const MAX_FILTER_CONDITIONS = 1_000;
/** Points of all polygons of one filter, with all of their rings: each point of the collection may be compared with each of them. */
export const MAX_POLYGON_POINTS = 10_000;
/**
 * Characters of all texts of one filter that are compared by words, `text`, `text_any` and `phrase`: their words are made in
 * slices, a word in one go.
 */
export const MAX_FILTER_TEXT_LENGTH = 65_536;
export const MAX_COLLECTION_NAME_LENGTH = 255;
export const MAX_VECTOR_NAME_LENGTH = 255;
/** Named vectors of one collection. */
export const MAX_VECTOR_FIELDS = 256;
/** Indexes over payload fields of one collection. */
export const MAX_FIELD_INDEXES = 256;
/** Longest path to a payload field, in characters. */
export const MAX_FIELD_NAME_LENGTH = 1_024;
/** `metadata` of a collection, as JSON. */
export const MAX_METADATA_BYTES = 256 * 1024;
/** Aliases of all collections. */
export const MAX_ALIASES = 10_000;
export const MAX_COLLECTIONS = 4_000;
/** Longest time a deleted collection can be kept for undo. */
export const MAX_UNDO_SECONDS = 86_400;
/** Characters of the name of an access token, after trimming. */
export const MAX_TOKEN_NAME_LENGTH = 255;
/** Characters of the description of an access token. */
export const MAX_TOKEN_DESCRIPTION_LENGTH = 1_024;
/** Access tokens, those that have expired included. */
export const MAX_TOKENS = 10_000;
/** A hundred years. */
export const MAX_TOKEN_SECONDS = 3_153_600_000;
