// Up to which entry the log of a server of PostgreSQL is known to be on its quorum.
// The decision: a proof counts for one start of one server. A primary that was replaced and started again shows entries
// that nothing but its own disk has, under numbers that the new primary gives to other entries.

/** The number of servers that are remembered; failovers are rare. */
const MAX_SERVERS = 16;

export class Proofs {
  readonly #upTo = new Map<string, number>();

  /** Notes that a commit which came after the entry, or its own, is on the quorum. @param server see ServerFacts */
  note(server: string, seq: number): void {
    const known = this.upTo(server);
    if (seq <= known) return;
    if (this.#upTo.size === MAX_SERVERS) this.#upTo.clear();
    this.#upTo.set(server, seq);
  }

  upTo(server: string): number {
    return this.#upTo.get(server) ?? 0;
  }
}
