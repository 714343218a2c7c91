// Counts the vectors after each record of a log, from the records only.
// The decision: the state after any crash is that of a prefix of the log, so a limit that no prefix exceeds is never
// exceeded. The log resolves slightly later than it has written, like one in another thread, so that concurrent writes
// can interfere.
import { isAboutCollection, type Operation, type UpsertPoints } from "../../src/core/record/operation.ts";
import { decodeOperation } from "../../src/core/record/record.ts";
import type { PointId } from "../../src/schema/leaf.ts";
import { LocalLog } from "../../src/storage/local-log.ts";
import type { NewRecord } from "../../src/storage/log.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { between, type Random } from "./chance.ts";

interface LoggedCollection {
  name: string;
  /** The number of vectors of each point by id. */
  readonly points: Map<PointId, number>;
  counts: boolean;
}

export class LoggedVectors {
  readonly #collections = new Map<string, LoggedCollection>();
  /** The largest number after any record. */
  most = 0;

  get now(): number {
    const counting = [...this.#collections.values()].filter(({ counts }) => counts);
    return counting.flatMap(({ points }) => [...points.values()]).reduce((sum, count) => sum + count, 0);
  }

  note(operation: Operation): void {
    this.#apply(operation);
    this.most = Math.max(this.most, this.now);
  }

  #apply(operation: Operation): void {
    const all = this.#collections;
    if (operation.kind === "create_collection") {
      const { collection, name, aside } = operation;
      all.set(collection, { name, points: new Map(), counts: !aside });
    }
    if (!isAboutCollection(operation) || operation.kind === "create_collection") return;
    const collection = all.get(operation.collection)!;
    if (operation.kind === "drop_collection") all.delete(operation.collection);
    if (operation.kind === "mark_collection") collection.counts = false;
    if (operation.kind === "restore_collection") collection.counts = true;
    if (operation.kind === "upsert_points") upsert(collection.points, operation);
    if (operation.kind === "delete_points") {
      for (let i = 0; i < operation.ids.length; i++) collection.points.delete(operation.ids.at(i));
    }
    if (operation.kind === "replace_collection") {
      if (operation.replaces !== null) all.delete(operation.replaces);
      collection.counts = true;
    }
  }
}

function upsert(points: Map<PointId, number>, { ids, fields }: UpsertPoints): void {
  const counts = new Uint32Array(ids.length);
  for (const { rows } of fields) {
    if (rows === null) for (let i = 0; i < counts.length; i++) counts[i]!++;
    else for (const row of rows) counts[row]!++;
  }
  for (const [i, count] of counts.entries()) points.set(ids.at(i), count);
}

export class CountingLog extends LocalLog {
  readonly vectors = new LoggedVectors();
  readonly #random: Random;
  #answered: Promise<void> = Promise.resolve();

  constructor(dir: string, random: Random) {
    super(nodeFs, dir, { reserveBytes: 0 });
    this.#random = random;
  }

  override async append(record: NewRecord): Promise<number> {
    const { type, body } = record;
    const operation = decodeOperation(type, Uint8Array.from(body));
    const lsn = await super.append(record);
    this.vectors.note(operation);
    const turns = between(this.#random, 0, 3);
    // In order, as the core requires it.
    this.#answered = this.#answered.then(() => give(turns));
    await this.#answered;
    return lsn;
  }
}

/** Yields for this many turns of the event loop. */
async function give(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}
