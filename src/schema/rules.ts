// The differences in meaning between the two dialects: one table, chosen by the edge and read by the services.
// The decision: a difference in meaning is a row here and a plain value in the service that uses it; differences in
// wording (texts, status codes, envelopes, spelling of enums) stay at the edge.

export interface Rules {
  /** `wait` of a write without it. */
  readonly wait: boolean;
  /** `limit` of a scroll without it. */
  readonly scrollLimit: number;
  /** `with_payload` of a search or query without it; for a scroll it is always true. */
  readonly searchPayload: boolean;
  /** A `limit` above the largest: it is refused, or replaced by the largest. */
  readonly hugeLimit: "refused" | "clamped";
  /** Ids that a retrieve asks for and that do not exist. */
  readonly absentIds: "refused" | "left_out";
  /**
   * Ids that a change of payloads or vectors names and that do not exist, if the client does not wait for the change.
   */
  readonly absentUnwaited: "refused" | "left_out";
  /** `lookup_from` of a query that refers to no points and is not by text: refused, or ignored. */
  readonly idleLookup: "refused" | "ignored";
  /** Whether a score equal to `score_threshold` is kept by a plain vector search. */
  readonly threshold: "inclusive" | "strict";
  /** The scores of points/discover with a target and no context: those of a search, or on the scale of discovery. */
  readonly discoverTarget: "nearest" | "discover";
  /** The recall of a search that asks for none, in a collection for which neither recall nor ef_search was set. */
  readonly recall: number | null;
  /** `params.explain`: known, or an unknown field. */
  readonly explain: "known" | "unknown";
  /** `undo_seconds` of a delete of points: known, or an unknown parameter. */
  readonly pointUndo: "known" | "unknown";
  /** Unknown fields of a request: refused, or named in the response. */
  readonly unknownFields: "refused" | "named";
  /** Other names of some fields in Qdrant. */
  readonly aliases: "unknown" | "taken";
  /** How a collection is created without vectors: by an empty object of vectors, or also by none. */
  readonly vectorless: "explicit" | "implied";
  /** `max_segment_size` below MIN_SEGMENT_KB: refused, or stored and shown as given, and served as MIN_SEGMENT_KB. */
  readonly tinySegments: "refused" | "raised";
  /** Whether a text index ranks by BM25 unless the request says it. */
  readonly textScoring: boolean;
  /** The text of a query by words: quotes and stars in it mean phrases and beginnings of words, or nothing. */
  readonly queryText: "phrases" | "words";
  /**
   * Whether the operations that the specification answers with 501 are open: by the setting extended_api, or also to
   * all callers with a credential or on this machine.
   */
  readonly extended: "by_setting" | "to_known";
}

export const NATIVE_RULES: Rules = {
  wait: true,
  scrollLimit: 100,
  searchPayload: true,
  hugeLimit: "refused",
  absentIds: "refused",
  absentUnwaited: "refused",
  idleLookup: "refused",
  threshold: "inclusive",
  discoverTarget: "nearest",
  recall: 0.95,
  explain: "known",
  pointUndo: "known",
  unknownFields: "refused",
  aliases: "unknown",
  vectorless: "explicit",
  tinySegments: "refused",
  textScoring: true,
  queryText: "phrases",
  extended: "by_setting",
};

export const QDRANT_RULES: Rules = {
  wait: false,
  scrollLimit: 10,
  searchPayload: false,
  hugeLimit: "clamped",
  absentIds: "left_out",
  absentUnwaited: "left_out",
  idleLookup: "ignored",
  threshold: "strict",
  discoverTarget: "discover",
  recall: null,
  explain: "unknown",
  pointUndo: "unknown",
  unknownFields: "named",
  aliases: "taken",
  vectorless: "implied",
  tinySegments: "raised",
  textScoring: false,
  queryText: "words",
  extended: "to_known",
};
