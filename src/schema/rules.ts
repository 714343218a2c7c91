// What a request means where the two dialects differ: one table, read by the services, chosen by the edge.
// The decision: a difference in meaning is a row here and a plain value in the service that acts on it; differences in
// wording (texts, status codes, envelopes, spelling of enums) stay at the edge and never come down here.

export interface Rules {
  /** `wait` where a write does not say. */
  readonly wait: boolean;
  /** `limit` of a scroll that does not say. */
  readonly scrollLimit: number;
  /** `with_payload` of a search or query that does not say; of a scroll it is always true. */
  readonly searchPayload: boolean;
  /** A `limit` above the largest: refused by name, or as many as there are. */
  readonly hugeLimit: "refused" | "clamped";
  /** Ids that a retrieve asks for and that are not there. */
  readonly absentIds: "refused" | "left_out";
  /** Ids that a change of payloads or vectors names and that are not there, where nobody waits for the change. */
  readonly absentUnwaited: "refused" | "left_out";
  /** Whether a score equal to `score_threshold` is kept by a plain vector search. */
  readonly threshold: "inclusive" | "strict";
  /** The scores of points/discover with a target and no context: those of a search, or on the scale of discovery. */
  readonly discoverTarget: "nearest" | "discover";
  /** `params.explain`: known, or a word like any other that nobody knows. */
  readonly explain: "known" | "unknown";
  /** Fields of a request that its operation does not have: refused by name, or named in the answer. */
  readonly unknownFields: "refused" | "named";
  /** Other names that Qdrant has for some fields. */
  readonly aliases: "unknown" | "taken";
  /** Whether a collection may be created without saying anything about vectors. */
  readonly vectorless: "refused" | "allowed";
  /** `max_segment_size` below MIN_SEGMENT_KB: refused, or kept, shown and served as MIN_SEGMENT_KB. */
  readonly tinySegments: "refused" | "raised";
  /**
   * Whether the groups that the specification answers with 501 are there: if the setting extended_api says so, or also
   * for everybody who is known, by a credential or because the peer is on this machine.
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
  threshold: "inclusive",
  discoverTarget: "nearest",
  explain: "known",
  unknownFields: "refused",
  aliases: "unknown",
  vectorless: "refused",
  tinySegments: "refused",
  extended: "by_setting",
};

export const QDRANT_RULES: Rules = {
  wait: false,
  scrollLimit: 10,
  searchPayload: false,
  hugeLimit: "clamped",
  absentIds: "left_out",
  absentUnwaited: "left_out",
  threshold: "strict",
  discoverTarget: "discover",
  explain: "unknown",
  unknownFields: "named",
  aliases: "taken",
  vectorless: "allowed",
  tinySegments: "raised",
  extended: "to_known",
};
