// The queue in which the logged operations of a collection are applied, strictly in the order of the log.
// The decision: small operations of one kind that wait behind each other are applied as one. An upsert waits for the
// thread that writes vectors, so without this each of a hundred concurrent clients would wait for a hundred messages to
// it and back. Operations of one shard are gathered, because their points go to one segment; they may overtake those of
// other shards, which are about other points. Other work between two operations is never overtaken. While work waits
// that may split the shards, the shards of later operations are not known yet, so they are applied one by one.
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { type LoggedOperation, merged } from "../record/merged.ts";
import type { PointOperation } from "../record/operation.ts";

/** Applies an operation. @param lsn that of the last record in it @param version of all of its points, or of each */
type Apply = (operation: PointOperation, lsn: number, version: number | Float64Array) => Promise<void>;

/** The most points of operations that are applied as one, and the numbers in their vectors, which are copied. */
const MERGED_POINTS = 64;
const MERGED_NUMBERS = 2 ** 17;

/** Operations of one kind that are applied together. */
interface Group {
  readonly operations: LoggedOperation[];
  points: number;
  numbers: number;
  readonly done: Promise<void>;
}

export class OperationQueue {
  readonly #apply: Apply;
  readonly #queue = new SerialQueue();
  /** The last group of each shard, while it waits and nothing but groups of shards waits behind it. */
  readonly #open = new Map<number, Group>();
  /** How often work waits, or runs, that may split the shards. */
  #splitting = 0;

  constructor(apply: Apply) {
    this.#apply = apply;
  }

  /**
   * Applies the operation after all about its points that was called before. The promise is shared by operations
   * applied as one.
   * @param given the shard of all of its points; null: they are in several
   */
  add(operation: PointOperation, lsn: number, given: number | null = 0): Promise<void> {
    const shard = this.#splitting > 0 ? null : given;
    const points = operation.ids.length;
    const numbers = numbersOf(operation);
    if (shard === null) this.#open.clear();
    const open = shard === null ? undefined : this.#open.get(shard);
    if (open !== undefined && open.operations[0]!.operation.kind === operation.kind) {
      if (open.points + points <= MERGED_POINTS && open.numbers + numbers <= MERGED_NUMBERS) {
        open.operations.push({ operation, lsn });
        open.points += points;
        open.numbers += numbers;
        return open.done;
      }
    }
    const operations = [{ operation, lsn }];
    const done = this.#queue.run(() => {
      if (shard !== null && this.#open.get(shard)?.operations === operations) this.#open.delete(shard);
      const all = merged(operations);
      return this.#apply(all.operation, operations.at(-1)!.lsn, all.version);
    });
    if (shard !== null) this.#open.set(shard, { operations, points, numbers, done });
    return done;
  }

  /** Runs the work between two operations. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#open.clear();
    return this.#queue.run(work);
  }

  /** Runs work like `run` that may split the shards. */
  runSplitting<T>(work: () => Promise<T>): Promise<T> {
    this.#splitting++;
    return this.run(work).finally(() => this.#splitting--);
  }

  /** Resolves when all that was called before has ended. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }
}

function numbersOf(operation: PointOperation): number {
  if (operation.kind !== "upsert_points") return 0;
  return operation.fields.reduce((sum, { vectors }) => sum + vectors.count * vectors.dimension, 0);
}
