// Copies the shards that this server is to have and has not, and tells the cluster when it has them.
// The decision: the placement in the configuration is the only order that it takes, so after a crash it goes on with what
// the placement says. A shard is told to be complete when a checkpoint has it: a server that starts again has what it
// has promised.

import type { Collection } from "../core/collection/collection.ts";
import {
  activeOf,
  isBeingDivided,
  type Placement,
  placeOf,
  type ReplicaCopy,
  replicaOn,
  withComplete,
  withCopy,
} from "../core/config/placement.ts";
import type { CollectionConfig } from "../core/config/types.ts";
import type { Database } from "../core/database/database.ts";
import type { DividedShard } from "../core/slots/shard-division.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import { type Clock, waitFor } from "../scheduling/clock.ts";
import type { CopyProgress } from "../service/peer-points.ts";
import type { RunningCopy } from "../service/shard-metrics.ts";
import type { ShardSplits } from "./shard-splits.ts";

/** Reads a shard of another server; the messages come in parts of any size. */
export type OpenShard = (
  source: DividedShard & { readonly server: string; readonly collection: string },
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>;

interface ShardCopiesParts {
  readonly database: Database;
  readonly open: OpenShard;
  /** Is told in turn: a checkpoint is a matter of both. */
  readonly splits: Pick<ShardSplits, "finishNext">;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn">;
}

/** How often the placement is looked at, and the pause after a failure. */
const CHECK_MS = 500;
const PAUSE_MS = 2_000;
/** How often a source may fail in a row before another server becomes the source. */
const MAX_FAILURES = 3;

export class ShardCopies {
  readonly #parts: ShardCopiesParts;
  readonly #stopping = new AbortController();
  #running: { readonly uuid: string; readonly shard: number; readonly progress: () => RunningCopy } | null =
    null;
  #work: Promise<void> = Promise.resolve();
  /** The attempt whose source has failed last, and how often in a row. */
  #failed = { attempt: "", times: 0 };

  constructor(parts: ShardCopiesParts) {
    this.#parts = parts;
  }

  /** The copy that is being made; one at a time, since each uses the whole disk and the threads that build graphs. */
  get running(): RunningCopy | null {
    return this.#running?.progress() ?? null;
  }

  /** Returns how far the copy of a shard is, by the UUID of the collection; null: it has not begun here. */
  progressOf(collection: string, shard: number): CopyProgress | null {
    if (this.#running?.uuid !== collection || this.#running.shard !== shard) return null;
    const { copied, points } = this.#running.progress();
    return points === null ? null : { copied, points };
  }

  begin(): void {
    this.#work = this.#keepCopying();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async #keepCopying(): Promise<void> {
    const { clock, log, splits } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let pauseMs = CHECK_MS;
      try {
        if ((await this.copyNext()) || (await splits.finishNext())) continue;
      } catch (err) {
        if (signal.aborted) return;
        log.warn({ err }, "a shard could not be copied or divided yet");
        pauseMs = PAUSE_MS;
      }
      await waitFor(clock, pauseMs, signal);
    }
  }

  /**
   * Copies the next shard that this server is to have and has not.
   * @returns whether there was one
   * @throws what prevents it now; it is tried again
   */
  async copyNext(): Promise<boolean> {
    const next = this.#next();
    if (next === null) return false;
    const { collection, shard } = next;
    const placement = collection.config.placement!;
    const replica = replicaOn(placement, shard, this.#server)!;
    // It had all points and lost them, such as with a damaged file.
    if (replica.copy === undefined)
      await this.#place(collection, (now) =>
        // After a split another shard has its number.
        now.length === placement.length ? this.#begunAgain(now, shard, collection) : now,
      );
    else {
      const { attempt } = replica.copy;
      if (!collection.local.has(shard)) await this.#copyFromAny(collection, shard, replica.copy);
      await this.#parts.database.checkpoint();
      await this.#place(collection, (now) => this.#completed(now, shard, collection, attempt));
      if (collection.local.has(shard))
        this.#parts.log.info({ collection: collection.name, shard }, "this server has the shard");
    }
    return true;
  }

  get #server(): string {
    return this.#parts.database.replication.member!.server;
  }

  #next(): { readonly collection: Collection; readonly shard: number } | null {
    for (const collection of this.#parts.database.placed()) {
      const { config, local, state, damage } = collection;
      if (state.kind !== "ready" || damage || isBeingDivided(config.placement!)) continue;
      for (const shard of config.placement!.keys()) {
        const replica = replicaOn(config.placement!, shard, this.#server);
        if (replica && (replica.copy !== undefined || !local.has(shard))) return { collection, shard };
      }
    }
    return null;
  }

  /** Copies a shard. A source that fails again and again, such as one with damaged data, is replaced by another. */
  async #copyFromAny(collection: Collection, shard: number, { from, attempt }: ReplicaCopy): Promise<void> {
    let isSourceFailing = false;
    try {
      await this.#copy(collection, shard, { from, attempt }, () => {
        isSourceFailing = true;
      });
    } catch (error) {
      const key = `${placeOf(collection.uuid, shard)}/${attempt}`;
      if (this.#stopping.signal.aborted || !isSourceFailing) throw error;
      this.#failed = { attempt: key, times: this.#failed.attempt === key ? this.#failed.times + 1 : 1 };
      if (this.#failed.times >= MAX_FAILURES)
        await this.#place(collection, (now) => this.#fromAnother(now, shard, collection, attempt));
      throw error;
    }
  }

  /** @param onFailure called when reading from the source fails */
  async #copy(
    collection: Collection,
    shard: number,
    { from, attempt }: Pick<ReplicaCopy, "from" | "attempt">,
    onFailure: () => void,
  ): Promise<void> {
    const { database, open } = this.#parts;
    const stream = new AbortController();
    const { signal } = this.#stopping;
    const end = () => stream.abort();
    signal.addEventListener("abort", end);
    const ensureNeeded = () => {
      const now = replicaOn(collection.config.placement ?? [], shard, this.#server)?.copy;
      if (signal.aborted || now?.attempt !== attempt || database.registered(collection.name) !== collection)
        throw new VectorDbError("CLOSED", "the shard is not to be copied any more");
    };
    const { uuid, segments } = collection;
    const division = segments.shards;
    const copy = database.replication.shardCopy({ collection, shard, ensureNeeded });
    const progress = () => ({ collection: collection.name, shard, copied: copy.copied, points: copy.points });
    this.#running = { uuid, shard, progress };
    try {
      const messages = open({ server: from, collection: uuid, shard, division }, stream.signal);
      await copy.run(noting(messages, onFailure));
    } finally {
      this.#running = null;
      signal.removeEventListener("abort", end);
      end();
    }
  }

  /** Returns the placement in which this server has the shard, if it is still this attempt that has copied it. */
  #completed(placement: Placement, shard: number, { local }: Collection, attempt: string): Placement {
    // It is to be copied again, since the copy was begun again meanwhile.
    if (!local.has(shard)) return placement;
    if (!local.isSaved(shard))
      throw new VectorDbError("INTERNAL", "no checkpoint could be taken of the shard that was copied");
    return withComplete(placement, shard, this.#server, attempt);
  }

  #begunAgain(placement: Placement, shard: number, { configured }: Collection): Placement {
    const server = this.#server;
    const own = replicaOn(placement, shard, server);
    const source = activeOf(placement, shard).find((replica) => replica.server !== server);
    if (!own || !source)
      throw new VectorDbError("INTERNAL", `no other server has all points of shard ${shard}`);
    const copy = { from: source.server, moves: false, attempt: String(configured) };
    return withCopy(placement, shard, own, copy);
  }

  /** Returns the placement in which another server is the source of this attempt, if there is one. */
  #fromAnother(placement: Placement, shard: number, { configured }: Collection, attempt: string): Placement {
    const own = replicaOn(placement, shard, this.#server);
    if (own?.copy?.attempt !== attempt) return placement;
    const active = activeOf(placement, shard);
    const before = active.findIndex(({ server }) => server === own.copy!.from);
    // The next one in a circle, so that all of them are tried.
    const source = active[(before + 1) % active.length];
    if (source === undefined || source.server === own.copy.from) return placement;
    // The new source keeps the shard, whatever the former one should do.
    return withCopy(placement, shard, own, {
      from: source.server,
      moves: false,
      attempt: String(configured),
    });
  }

  async #place({ name }: Collection, change: (placement: Placement) => Placement): Promise<void> {
    await this.#parts.database.configure(name, (config): CollectionConfig => {
      const { placement } = config;
      const changed = placement && change(placement);
      return changed === placement ? config : { ...config, placement: changed! };
    });
  }
}

/** Returns the messages. @param onFailure called when they end with an error */
async function* noting<T>(messages: AsyncIterable<T>, onFailure: () => void): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    onFailure();
    throw error;
  }
}
