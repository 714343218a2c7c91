// The LSNs up to which this server has shown the shards of a collection, in answers that it got from other servers.
// The decision: a server never shows an older state than it has shown. The servers with a shard take turns, and one may
// be ahead of this one, so the next one has to have applied what the one before has shown. What is shown is noted by
// shard: a server that cannot reach the log goes on to answer for shards of its own that nobody else has shown here.
import { type SomeShards, shardsIn } from "../../core/slots/shard-division.ts";

export class ShownLsns {
  #division = 1;
  #lsns: number[] = [0];

  /** Notes that an answer about some shards has shown the records up to an LSN. */
  note(shown: SomeShards, lsn: number): void {
    for (const shard of this.#numbered(shown)) this.#lsns[shard] = Math.max(this.#lsns[shard]!, lsn);
  }

  /** Returns the LSN that the next answer about some shards must not be older than; 0: any may be shown. */
  of(asked: SomeShards): number {
    return Math.max(0, ...this.#numbered(asked).map((shard) => this.#lsns[shard]!));
  }

  /** Returns the numbers of shards in the latest division that was seen. */
  #numbered(shards: SomeShards): readonly number[] {
    const parts = shards.division / this.#division;
    if (parts > 1) {
      this.#lsns = this.#lsns.flatMap((lsn) => new Array<number>(parts).fill(lsn));
      this.#division = shards.division;
    }
    return shardsIn(shards, this.#division);
  }
}
