// A part of a collection that other servers of the cluster have, of which one is asked for each call.
// The decision: servers that are heard of take turns. One that does not answer, whose data is damaged, or that has not
// the shards any more, is no failure as long as another one has them: the next is asked, and a slow one is overtaken by
// the next.

import type { Collection } from "../../core/collection/collection.ts";
import { activeOf } from "../../core/config/placement.ts";
import { BytesPart } from "../../core/sharding/bytes-part.ts";
import { noteFinder } from "../../core/sharding/finders.ts";
import { HedgedPart } from "../../core/sharding/hedged-part.ts";
import type { AnswerOf, Method, PartCall, ReadPart } from "../../core/sharding/part.ts";
import { isUnavailable } from "../../core/sharding/parts.ts";
import { type SomeShards, shardsIn } from "../../core/slots/shard-division.ts";
import { CollectionDamaged } from "../../errors/failures.ts";
import { ShardUnavailable } from "../../errors/sharding.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { Clock } from "../../scheduling/clock.ts";
import type { PeerCalls } from "./client.ts";
import type { ShownLsns } from "./shown-lsns.ts";

interface RoutedPartParts extends SomeShards {
  readonly collection: Collection;
  readonly peers: PeerCalls;
  /** Returns the LSN up to which this server has applied the log. */
  readonly applied: () => number;
  /** What this server has shown of the collection. */
  readonly shown: ShownLsns;
  readonly clock: Clock;
}

/** How long another server may take for what this one has applied already. */
const LIMIT_MS = 5_000;

export class RoutedPart implements ReadPart {
  readonly shards: readonly number[];
  readonly division: number;
  readonly #parts: RoutedPartParts;
  readonly #bySource = new Map<string, ReadPart>();
  #asked = 0;

  constructor(parts: RoutedPartParts) {
    this.#parts = parts;
    this.shards = parts.shards;
    this.division = parts.division;
  }

  async ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    const servers = this.#servers();
    let failure: unknown = new ShardUnavailable(this.shards, "no server has them");
    // Pairs, of which the second is asked if the first is slow.
    for (let i = 0; i < servers.length; i += 2) {
      try {
        return await this.#partOf(servers[i]!, servers[i + 1]).ask(call, signal);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /** Returns the servers that have the shards, each time with another one first; silent ones come last. */
  #servers(): string[] {
    const { collection, peers } = this.#parts;
    const placement = collection.config.placement ?? [];
    const [first, ...others] = shardsIn(this, placement.length).map((shard) =>
      activeOf(placement, shard).map(({ server }) => server),
    );
    const all = (first ?? []).filter(
      (server) => server !== peers.server && others.every((servers) => servers.includes(server)),
    );
    this.#asked++;
    const rotated = all.map((_, i) => all[(i + this.#asked) % all.length]!);
    const isHeard = (server: string) => peers.isHeard(server);
    return [...rotated.filter(isHeard), ...rotated.filter((server) => !isHeard(server))];
  }

  #partOf(first: string, second: string | undefined): ReadPart {
    const key = `${first} ${second ?? ""}`;
    let part = this.#bySource.get(key);
    if (part === undefined) {
      const own = this.#at(first);
      part = second === undefined ? own : new HedgedPart(own, this.#at(second), this.#parts.clock);
      this.#bySource.set(key, part);
    }
    return part;
  }

  #at(server: string): ReadPart {
    const { collection, peers, applied, shown } = this.#parts;
    const send = (bytes: Uint8Array, signal: CancelSignal) => {
      const call = {
        name: "read" as const,
        collection: collection.uuid,
        shards: this.shards,
        division: this.division,
        atLeast: Math.max(applied(), shown.of(this)),
        limitMs: LIMIT_MS,
      };
      return peers.ask(server, call, bytes, signal);
    };
    const part = new BytesPart(this, send, (lsn) => shown.note(this, lsn));
    const finder: ReadPart = {
      shards: this.shards,
      division: this.division,
      ask: async (call, signal) => {
        const answer = await part.ask(call, signal).catch((error) => this.#refused(error));
        if ("rows" in answer) noteFinder(answer.rows, finder);
        return answer;
      },
    };
    return finder;
  }

  /** Throws an error of a server; one whose copy of the collection is damaged counts as one that does not answer. */
  #refused(error: unknown): never {
    if (error instanceof CollectionDamaged)
      throw new ShardUnavailable(this.shards, error.message, { cause: error });
    throw error;
  }
}
