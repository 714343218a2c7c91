// Failures of reads that several servers answer together.
import { KnownFailure } from "./failures.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** No server that has these shards answers. */
export class ShardUnavailable extends VectorDbError {
  declare readonly shards: readonly number[];

  /** @param why what was seen, as in "it does not answer" */
  constructor(shards: readonly number[], why: string, options?: ErrorOptions) {
    const which = shards.length === 1 ? `shard ${shards[0]}` : `shards ${shards.join(", ")}`;
    const what = shards.length === 0 ? why : `no server with ${which} answers: ${why}`;
    super(
      "SHARD_UNAVAILABLE",
      `Shard temporarily unavailable: ${what}; try again, or read with ?partial=true`,
      options,
    );
    this.shards = shards;
  }
}

/** A message of another server that cannot be read. */
export class DamagedMessage extends KnownFailure {
  /** @param what the part that is wrong, as in "its length" */
  constructor(what: string, options?: ErrorOptions) {
    super("INTERNAL", `a message between servers is damaged: ${what}`, options);
  }
}
