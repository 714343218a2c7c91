// What a write of points was made from.
// The decision: it is told by the state of the collection and by an LSN, so that the condition of a record can be made
// of it; see condition.ts.

/** The state from which a write is made. In a cluster it must still hold when the record is applied. */
export interface WriteBasis {
  readonly state: string;
  /** All records up to this LSN were applied when points were read; null: none were. */
  readonly lsn: number | null;
}
