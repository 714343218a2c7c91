// The only path for changes: memory is reserved, the record becomes durable in the log, and only then memory is
// changed, by the same `apply` that a restart runs.
// The decision: `Writer` is the only caller of the log's `append`, so every acknowledged write is in the log. Only a
// follower has another one (replication/copier.ts).
import type { Engine } from "../../engine/engine.ts";
import { DiskFull } from "../../errors/failures.ts";
import type { Reservation } from "../../memory/reservation.ts";
import { type Clock, Quiet } from "../../scheduling/clock.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { startInSlices } from "../../scheduling/slices.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { SharedPool } from "../../storage/memory.ts";
import type { Collection } from "../collection/collection.ts";
import { payloadBytes } from "../payload/store.ts";
import type { OperationDraft, PointDraft } from "../record/operation.ts";
import { type EncodedOperation, encodeInSlices, encodeOperation, freesDiskSpace } from "../record/record.ts";
import { draftBytes, NO_VECTOR_BYTES, type VectorBytes } from "../record/vector-bytes.ts";
import { reserveLasting } from "../slots/lasting-memory.ts";
import { ensureVectors } from "./ensure-vectors.ts";
import type { Registry } from "./registry.ts";

interface WriterParts {
  readonly log: Log;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly registry: Registry;
  /** Throws if this server takes no writes. */
  readonly ensureLeads: () => void;
  /** Receives every durable record, in their order, and a promise that resolves when it has been applied. */
  readonly onLogged: (record: LogRecord, applied: Promise<void>) => void;
  /** Called when there is no space on the disk. */
  readonly onFull: () => void;
}

export interface Committed {
  readonly lsn: number;
  /** Resolves when reads see the write. */
  readonly applied: Promise<void>;
}

export type WritePoints = (draft: PointDraft, slots: number) => Promise<Committed>;

/** The milliseconds without a write after which unused buffers and garbage of writes are released. */
const QUIET_MS = 3_000;

export class Writer {
  readonly #parts: WriterParts;
  /** The memory into which records are encoded; several threads read it until they are applied. */
  readonly #pool: SharedPool;
  readonly #quiet: Quiet;
  readonly #allocate = (sizeBytes: number) => this.#pool.take(sizeBytes);
  readonly #queues = new WeakMap<Collection, SerialQueue>();
  /** Settles when the last record that was passed to the log is durable, or was refused. */
  #logged: Promise<unknown> = Promise.resolve();

  constructor(parts: WriterParts) {
    this.#parts = parts;
    const { clock, engine } = parts;
    this.#pool = new SharedPool(engine.memory);
    this.#quiet = new Quiet(clock, QUIET_MS, () => {
      this.#pool.dropIdle();
      void engine.tidyThreads();
    });
  }

  /**
   * Writes points: memory is reserved, then the record is logged, then memory is changed.
   * @param slots the number of new slots that the write takes
   * @param admit is called when it is the write's turn; an error that it throws refuses the write
   */
  write(
    collection: Collection,
    draft: PointDraft,
    slots: number,
    admit?: () => Promise<void>,
  ): Promise<Committed> {
    return collection.gate.shared(async () => {
      await admit?.();
      return this.#write(collection, draft, slots);
    });
  }

  /**
   * Reads, then writes: no other write changes what `work` reads of the collection before it is written.
   * @param work gets a function that writes points like `write`. It reads applied data, so it has to await its writes
   * before it reads again. It must write by this function only, since `write` would wait for `work` itself
   * @param points a name for each point that `work` reads and writes; null: these are any
   */
  rewrite<T>(
    collection: Collection,
    work: (write: WritePoints) => Promise<T>,
    points: readonly string[] | null = null,
  ): Promise<T> {
    const readAndWrite = async () => {
      await collection.settled();
      // The collection may have been dropped, marked or damaged while this waited.
      collection.ensureWritable();
      return work((draft, slots) => this.#write(collection, draft, slots));
    };
    const { gate } = collection;
    return points === null ? gate.alone(readAndWrite) : gate.onPoints(points, readAndWrite);
  }

  /** Writes an operation to the log, and applies it when it is durable. */
  async commit(draft: OperationDraft): Promise<Committed> {
    return this.#append(draft, encodeOperation(draft, this.#allocate));
  }

  /**
   * Appends a record to the log and applies it.
   * @param ensure is called just before the record is passed to the log; an error that it throws refuses the write
   */
  async #append(
    draft: OperationDraft,
    { type, body }: EncodedOperation,
    ensure = () => {},
  ): Promise<Committed> {
    const { log, registry, ensureLeads, onLogged, onFull } = this.#parts;
    this.#quiet.note();
    const release = () => this.#pool.give(body);
    try {
      ensure();
      ensureLeads();
      const logging = log.append({ type, body, urgent: freesDiskSpace(draft) });
      this.#logged = logging.catch(() => {});
      const lsn = await logging;
      const record = { lsn, type, body };
      const applied = registry.apply(record);
      onLogged(record, applied);
      applied.then(release, release);
      return { lsn, applied };
    } catch (error) {
      release();
      if (error instanceof DiskFull) onFull();
      throw error;
    }
  }

  /** Resolves when every record that was passed to the log is durable, or was refused. */
  async logged(): Promise<void> {
    await this.#logged;
  }

  stop(): void {
    this.#quiet.stop();
  }

  async #write(collection: Collection, draft: PointDraft, slots: number): Promise<Committed> {
    ensureVectors(collection, draft);
    const reserved = this.#reserve(collection, draft, slots);
    const logging = this.#queueOf(collection).run(async () => {
      const payloads = await reserved;
      try {
        // Most writes have few points, whose record is encoded at once.
        const encoding = startInSlices(encodeInSlices(draft, this.#allocate));
        const encoded = encoding instanceof Promise ? await encoding : encoding;
        // Nothing may be logged after the collection's drop. The next write need not wait until this one is durable.
        const appended = this.#append(draft, encoded, () => collection.ensureWritable());
        return { payloads, appended };
      } catch (error) {
        payloads.release();
        giveBack(collection, draft, slots);
        throw error;
      }
    });
    // A write without memory is refused before its place in the queue.
    const [, { payloads, appended }] = await Promise.all([reserved, logging]);
    const release = () => payloads.release();
    try {
      const committed = await appended;
      committed.applied.then(release, release);
      return committed;
    } catch (error) {
      release();
      giveBack(collection, draft, slots);
      throw error;
    }
  }

  /** Reserves slots, and memory for vectors and payloads, or neither. @throws OutOfMemory */
  async #reserve(collection: Collection, draft: PointDraft, slots: number): Promise<Reservation> {
    await collection.reserve(slots, bytesOf(draft));
    try {
      const bytes = draft.kind === "delete_points" ? 0 : payloadBytes(draft.payloads);
      return await reserveLasting(this.#parts.engine, bytes);
    } catch (error) {
      giveBack(collection, draft, slots);
      throw error;
    }
  }

  /**
   * Returns the queue in which writes of one collection go to the log, so a small one does not overtake a large one.
   */
  #queueOf(collection: Collection): SerialQueue {
    const queue = this.#queues.get(collection) ?? new SerialQueue();
    this.#queues.set(collection, queue);
    return queue;
  }
}

/** Releases what was reserved for a write that was not logged. */
function giveBack({ segments }: Collection, draft: PointDraft, slots: number): void {
  segments.capacity.release(slots);
  segments.capacity.releaseBytes(bytesOf(draft));
}

function bytesOf(draft: PointDraft): VectorBytes {
  return draft.kind === "upsert_points" ? draftBytes(draft.fields) : NO_VECTOR_BYTES;
}
