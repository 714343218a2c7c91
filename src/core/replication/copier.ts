// Writes the records of a leader to the log of its follower, and applies them.
// The decision: the follower's log has the records of the leader's under the same LSNs, so a follower restarts, is
// verified and is promoted like any other server. Memory is reserved before a record is logged, as for a write of its
// own, so that a follower with too little memory stops instead of losing a collection.
import type { Engine } from "../../engine/engine.ts";
import { DiskFull } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { type Clock, Quiet } from "../../scheduling/clock.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { SharedPool } from "../../storage/memory.ts";
import type { Registry } from "../catalogue/registry.ts";
import { payloadBytes } from "../payload/store.ts";
import { isAboutCollection, isAboutPoints, type Operation } from "../record/operation.ts";
import { decodeOperation, isUrgent } from "../record/record.ts";
import { vectorBytes } from "../record/vector-bytes.ts";
import { reserveLasting } from "../slots/lasting-memory.ts";
import { shardCounts } from "../slots/shard-of.ts";

export interface CopierParts {
  readonly log: Pick<Log, "append">;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Whether the records stay in the log of a cluster, see NewRecord. */
  readonly isKeptElsewhere: boolean;
  /** See WriterParts, like `onFull`. */
  readonly onLogged: (record: LogRecord, applied: Promise<void>) => void;
  readonly onFull: () => void;
  /** Removes the files of a collection that was dropped. */
  readonly discard: (uuid: string) => Promise<void>;
  /** Called when a collection was marked as deleted, or restored. */
  readonly onMarked: (uuid: string) => void;
}

/** What was reserved for a record of the leader. */
interface ReservedCopy {
  /** Releases what is needed until the record is applied. */
  release(): void;
  /** Releases what the collection keeps for it, because it was not logged. */
  giveBack(): void;
}

const NOTHING_RESERVED: ReservedCopy = { release: () => {}, giveBack: () => {} };

/** The milliseconds without a record after which unused memory for them is released. */
const QUIET_MS = 3_000;

export class Copier {
  readonly #parts: CopierParts;
  /** The memory for the bodies of records that `copy` gets; several threads read it until they are applied. */
  readonly bodies: SharedPool;
  readonly #quiet: Quiet;

  constructor(parts: CopierParts) {
    this.#parts = parts;
    this.bodies = new SharedPool(parts.engine.memory);
    this.#quiet = new Quiet(parts.clock, QUIET_MS, () => this.bodies.dropIdle());
  }

  /**
   * Passes a record of the leader to the log of this follower. The promise resolves when the next one may be passed: at
   * once for one about points and for a `no_operation`, and otherwise when this one has been applied, because later ones
   * depend on it.
   * @param record its body is from `bodies`, and is released
   * @returns `done` resolves when the record has been applied; it rejects if the record did not get into the log, and
   * then no later one does
   * @throws OutOfMemory
   */
  async copy(record: LogRecord): Promise<{ readonly done: Promise<void> }> {
    const { operation, reserved } = await this.#reserveCopy(record).catch((error) => {
      this.bodies.give(record.body);
      throw error;
    });
    const done = this.#copyReserved(record, operation, reserved);
    if (!isAboutPoints(operation) && operation.kind !== "no_operation") await done;
    return { done };
  }

  async #copyReserved(record: LogRecord, operation: Operation, reserved: ReservedCopy): Promise<void> {
    const { log, registry, isKeptElsewhere, onLogged, onFull, onMarked } = this.#parts;
    const { lsn, type, body } = record;
    this.#quiet.note();
    try {
      await log.append({ type, body, lsn, urgent: isUrgent(operation), isKeptElsewhere });
      const applied = registry.apply(record);
      onLogged(record, applied);
      await applied.catch(() => {}); // a collection that cannot apply its records reports itself as damaged
      if (operation.kind === "mark_collection" || operation.kind === "restore_collection")
        onMarked(operation.collection);
      await this.#discardDropped(operation);
    } catch (error) {
      reserved.giveBack();
      if (error instanceof DiskFull) onFull();
      throw error;
    } finally {
      reserved.release();
      this.bodies.give(body);
    }
  }

  async #reserveCopy({ type, body }: LogRecord) {
    const operation = decodeOperation(type, body);
    this.#ensureFits(operation);
    return { operation, reserved: await this.#reserve(operation) };
  }

  /** Throws for a record that could not be applied: once it is in the log, no start could apply it either. */
  #ensureFits(operation: Operation): void {
    if (!isAboutCollection(operation)) return;
    const isThere = this.#parts.registry.withUuid(operation.collection) !== undefined;
    if (isThere !== (operation.kind === "create_collection")) return;
    const what = isThere ? "which is there already" : "which is not there";
    throw new VectorDbError("INTERNAL", `a record is about collection ${operation.collection}, ${what}`);
  }

  /** Removes the files of a collection that is gone. Those that stay are removed at the next start. */
  async #discardDropped(operation: Operation): Promise<void> {
    const uuid =
      operation.kind === "drop_collection"
        ? operation.collection
        : operation.kind === "replace_collection" && operation.replaces;
    if (uuid) await this.#parts.discard(uuid).catch(() => {});
  }

  /** Reserves what a write of the same points reserves. @throws OutOfMemory */
  async #reserve(operation: Operation): Promise<ReservedCopy> {
    if (!isAboutPoints(operation) || operation.kind === "delete_points") return NOTHING_RESERVED;
    const { registry, engine } = this.#parts;
    const collection = registry.withUuid(operation.collection)!;
    const lasting = await reserveLasting(engine, payloadBytes(operation.payloads));
    const release = () => lasting.release();
    // A collection that is not in memory is loaded when the record is applied, which then reserves what it needs.
    if (operation.kind !== "upsert_points" || collection.isUnloaded || collection.damage)
      return { release, giveBack: () => {} };
    const { ids, fields } = operation;
    const slots = shardCounts(ids, collection.segments.shards);
    const bytes = vectorBytes(fields);
    const { capacity } = collection.segments;
    try {
      await collection.reserve(slots, bytes);
    } catch (error) {
      release();
      throw error;
    }
    return { release, giveBack: () => capacity.giveBack(slots, bytes) };
  }

  stop(): void {
    this.#quiet.stop();
  }
}
