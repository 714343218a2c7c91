// Makes the reads of a collection ask the servers that have its shards.
// The decision: shards that the same servers have are one part, so that a read asks as few servers as possible; the
// shards of this server are a part without a network. The parts change with the placement, and what earlier ones have
// found can be read until the reading ends.

import type { Collection } from "../../core/collection/collection.ts";
import { activeOf, replicaOn } from "../../core/config/placement.ts";
import { GatheredReads } from "../../core/sharding/gathered-reads.ts";
import { LocalPart } from "../../core/sharding/local-part.ts";
import type { ReadPart } from "../../core/sharding/part.ts";
import type { Clock } from "../../scheduling/clock.ts";
import { CaughtUpPart } from "./caught-up-part.ts";
import type { PeerCalls } from "./client.ts";
import { RoutedPart } from "./routed-part.ts";
import { ShownLsns } from "./shown-lsns.ts";

interface RouterParts {
  readonly peers: PeerCalls;
  /** Returns the LSN up to which this server has applied the log. */
  readonly applied: () => number;
  /** Resolves to true when this server has applied the log up to an LSN, and to false after the time. */
  readonly reach: (lsn: number, timeoutMs: number) => Promise<boolean>;
  readonly clock: Clock;
}

/** No collection has more points: the number of those on other servers is not known. */
const MOST_POINTS = 2 ** 40;

export class ReadRouter {
  readonly #parts: RouterParts;
  readonly #routed = new WeakMap<Collection, GatheredReads>();
  readonly #shown = new WeakMap<Collection, ShownLsns>();

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  /** Sets the parts of a collection as its placement says. */
  route(collection: Collection): void {
    const { shards = 1 } = collection.config;
    const parts = this.#partsOf(collection, shards);
    const routed = this.#routed.get(collection);
    if (routed) {
      routed.replaceParts(parts, shards);
      return;
    }
    const reads = GatheredReads.of(collection, parts, { shards, most: () => MOST_POINTS });
    this.#routed.set(collection, reads);
    collection.reads = reads;
  }

  #partsOf(collection: Collection, shards: number): ReadPart[] {
    const placement = collection.config.placement ?? [];
    const own: number[] = [];
    const byServers = new Map<string, number[]>();
    for (let shard = 0; shard < shards; shard++) {
      const replica = replicaOn(placement, shard, this.#parts.peers.server);
      if (replica && replica.copy === undefined) {
        own.push(shard);
        continue;
      }
      const servers = activeOf(placement, shard).map(({ server }) => server);
      const key = servers.sort().join(" ");
      byServers.set(key, [...(byServers.get(key) ?? []), shard]);
    }
    const shown = this.#shown.get(collection) ?? new ShownLsns();
    this.#shown.set(collection, shown);
    const remote = [...byServers.values()].map(
      (group) => new RoutedPart({ collection, shards: group, division: shards, shown, ...this.#parts }),
    );
    const local = new LocalPart(collection, { shards: own, division: shards });
    return own.length === 0 ? remote : [new CaughtUpPart(local, { shown, ...this.#parts }), ...remote];
  }
}
