// The only path for changes: memory is reserved, the record becomes durable in the log, and only then memory is
// changed, by the same `apply` that a restart runs.
// The decision: `Writer` is the only caller of the log's `append`, so every acknowledged write is in the log. Only a
// server that copies another log has another one (replication/copier.ts). In a cluster a record goes to the shared log
// instead, and comes back that way.
import type { Engine } from "../../engine/engine.ts";
import { DiskFull } from "../../errors/failures.ts";
import { ShardUnavailable } from "../../errors/sharding.ts";
import { type Clock, Quiet } from "../../scheduling/clock.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { runInSlices, startInSlices } from "../../scheduling/slices.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { SharedPool } from "../../storage/memory.ts";
import type { Collection } from "../collection/collection.ts";
import { placeOf } from "../config/placement.ts";
import type { OperationDraft, PointDraft } from "../record/operation.ts";
import { type EncodedOperation, encodeInSlices, encodeOperation, isUrgent } from "../record/record.ts";
import { byShard, inShardOrder, type ShardedDraft } from "../record/shard-order.ts";
import {
  type Committed,
  ConditionUnmet,
  type RemotePoints,
  type ShardPlace,
  type SharedCommits,
  untilMet,
} from "./commits.ts";
import { type RecordCondition, stateFor, stateOf } from "./condition.ts";
import { ensureVectors } from "./ensure-vectors.ts";
import type { Registry } from "./registry.ts";
import { conditionOf, type WriteBasis } from "./write-basis.ts";
import { NOTHING_RESERVED, reserveWrite } from "./write-reservation.ts";

interface WriterParts {
  readonly log: Log;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly registry: Registry;
  /** The log of the cluster; null: this server is in none. */
  readonly shared: SharedCommits | null;
  /** The servers that have what this one has not; null: every server has everything. */
  readonly remote: RemotePoints | null;
  /** Throws if this server takes no writes. */
  readonly ensureLeads: () => void;
  /** Receives every durable record, in their order, and a promise that resolves when it has been applied. */
  readonly onLogged: (record: LogRecord, applied: Promise<void>) => void;
  /** Called when there is no space on the disk. */
  readonly onFull: () => void;
}

export type WritePoints = (draft: PointDraft, slots: number) => Promise<Committed>;

/** Runs one of several steps, each of which reads, and then writes by the function that it gets. */
export type RunStep = <T>(step: (write: WritePoints) => Promise<T>) => Promise<T>;

interface AppendOptions {
  /** Called just before the record is passed to the log; an error that it throws refuses the write. */
  readonly ensure?: () => void;
  readonly condition?: RecordCondition | null;
  readonly onArrival?: () => void;
  /** The shard that the record is about; null: several, which every server has. */
  readonly place?: ShardPlace | null;
}

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
      return this.#whole(() => this.#write(collection, draft, slots, this.#basisOf(collection, null)));
    });
  }

  /**
   * Reads, then writes: no other write changes what `work` reads of the collection before it is written.
   * @param work gets a function that writes points like `write`. It reads applied data, so it has to await its writes
   * before it reads again, and then begins a step. It must write by these functions only, since `write` would wait for
   * `work` itself. In a cluster it is called again if another server came between, but if that happens to a step, only
   * this step is: those before it are written already
   * @param points a name for each point that `work` reads and writes; null: these are any
   */
  rewrite<T>(
    collection: Collection,
    work: (write: WritePoints, runStep: RunStep) => Promise<T>,
    points: readonly string[] | null = null,
  ): Promise<T> {
    const { shared } = this.#parts;
    const begin = (): WritePoints => {
      const basis = this.#basisOf(collection, shared?.appliedLsn ?? null);
      return (draft, slots) => this.#write(collection, draft, slots, basis);
    };
    const catchUp = async () => {
      await shared?.caughtUp();
      await collection.settled();
      // The collection may have been dropped, marked or damaged while this waited.
      collection.ensureWritable();
    };
    const runStep: RunStep = (step) => {
      let attempts = 0;
      return this.#whole(async () => {
        if (attempts++ > 0) await catchUp();
        return step(begin());
      });
    };
    const readAndWrite = () => catchUp().then(() => work(begin(), runStep));
    const repeated = () => this.#whole(readAndWrite);
    return points === null ? collection.gate.alone(repeated) : collection.gate.onPoints(points, repeated);
  }

  /** Writes an operation to the log, and applies it when it is durable. @throws ConditionUnmet */
  async commit(draft: OperationDraft): Promise<Committed> {
    const { shared, registry } = this.#parts;
    const condition = shared && { state: stateFor(registry, draft), points: null };
    return this.#append(draft, encodeOperation(draft, this.#allocate), { condition });
  }

  /** Does work whose records may take no effect in a cluster. */
  #whole<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.shared === null ? work() : untilMet(work);
  }

  #basisOf({ uuid }: Collection, lsn: number | null): WriteBasis | null {
    const { shared, registry } = this.#parts;
    return shared && { state: stateOf(registry, uuid), lsn };
  }

  /** Appends a record to the log and applies it. */
  async #append(
    draft: OperationDraft,
    { type, body }: EncodedOperation,
    { ensure, condition, onArrival = () => {}, place = null }: AppendOptions,
  ): Promise<Committed> {
    const { log, registry, shared, ensureLeads, onLogged, onFull } = this.#parts;
    this.#quiet.note();
    const release = () => this.#pool.give(body);
    try {
      ensure?.();
      ensureLeads();
      if (shared && condition) {
        const record = { type, body, place: place && placeOf(place.collection, place.shard) };
        const { lsn, applied, isDecided } = await shared.commit(record, condition, onArrival);
        release();
        if (!isDecided && !(await this.#remote.tookEffect(place!, lsn))) throw new ConditionUnmet();
        return { lsn, applied };
      }
      const logging = log.append({ type, body, urgent: isUrgent(draft) });
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

  async #write(
    collection: Collection,
    draft: PointDraft,
    slots: number,
    basis: WriteBasis | null,
  ): Promise<Committed> {
    ensureVectors(collection, draft);
    const { local, segments } = collection;
    if (local.areEverywhere) return this.#writeRecord(collection, draft, slots, { basis, shard: null });
    const division = segments.shards;
    const parts = await runInSlices(byShard(draft, division));
    const writing = parts.map(({ draft, shard }) => {
      const slots = draft.kind === "upsert_points" ? draft.ids.length : 0;
      const write = (own: WriteBasis | null) => {
        ensureVectors(collection, draft);
        // The shards were split meanwhile.
        if (segments.shards !== division) return this.#write(collection, draft, slots, own);
        return this.#writeRecord(collection, draft, slots, { basis: own, shard });
      };
      // A part that has taken effect is not written again because another one has not.
      return basis?.lsn === null ? untilMet(() => write(this.#basisOf(collection, null))) : write(basis);
    });
    const all = await Promise.all(writing);
    const applied = Promise.all(all.map((one) => one.applied)).then(() => {});
    return { lsn: Math.max(...all.map(({ lsn }) => lsn)), applied };
  }

  /** @param target `shard`: that of all points; null: every server has all shards */
  async #writeRecord(
    collection: Collection,
    given: PointDraft,
    slots: number,
    { basis, shard }: { readonly basis: WriteBasis | null; readonly shard: number | null },
  ): Promise<Committed> {
    const isHere = shard === null || collection.local.has(shard);
    const { uuid, segments } = collection;
    const place = shard === null ? null : { collection: uuid, shard, division: segments.shards };
    const sharded = startInSlices(inShardOrder(given, slots, segments.shards));
    const reserve = (write: ShardedDraft) =>
      isHere ? reserveWrite(this.#parts.engine, collection, write) : NOTHING_RESERVED;
    const reserved = sharded instanceof Promise ? sharded.then(reserve) : Promise.resolve(reserve(sharded));
    const logging = this.#queueOf(collection).run(async () => {
      const reservation = await reserved;
      try {
        const { draft } = sharded instanceof Promise ? await sharded : sharded;
        const others = { shared: this.#parts.shared!, remote: isHere ? null : () => this.#remote, place };
        const condition = basis && (await conditionOf(collection, draft, basis, others));
        // Most writes have few points, whose record is encoded at once.
        const encoding = startInSlices(encodeInSlices(draft, this.#allocate));
        const encoded = encoding instanceof Promise ? await encoding : encoding;
        // Nothing may be logged after the collection's drop. The next write need not wait until this one is durable.
        const ensure = () => collection.ensureWritable();
        const onArrival = () => reservation.giveBack();
        const appended = this.#append(draft, encoded, { ensure, condition, onArrival, place });
        return { reservation, appended };
      } catch (error) {
        reservation.giveBack();
        throw error;
      }
    });
    // A write without memory is refused before its place in the queue.
    const [, { reservation, appended }] = await Promise.all([reserved, logging]);
    const release = () => reservation.release();
    try {
      const committed = await appended;
      committed.applied.then(release, release);
      return committed;
    } catch (error) {
      reservation.giveBack();
      throw error;
    }
  }

  get #remote(): RemotePoints {
    const { remote } = this.#parts;
    if (remote === null) throw new ShardUnavailable([], "this server knows no other one");
    return remote;
  }

  /** Returns the queue in which writes go to the log, so a small one does not overtake a large one. */
  #queueOf(collection: Collection): SerialQueue {
    const queue = this.#queues.get(collection) ?? new SerialQueue();
    this.#queues.set(collection, queue);
    return queue;
  }
}
