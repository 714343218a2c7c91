// The process of one engine: it executes the calls of the parent over IPC, one after another, and reports the CPU time
// of all threads and the wall time of a measurement.
import { mkdirSync } from "node:fs";
import { collectGarbage } from "../../../src/threads/garbage.ts";
import { batches, type Dataset, readBuckets, readQueries } from "../data/dataset.ts";
import { ENGINES, type EngineName } from "./catalog.ts";
import type { BenchEngine, IndexSpec, SearchSpec } from "./engine.ts";
import { keepBuild, keptBuild } from "./kept.ts";
import { measured, type Spent } from "./spent.ts";

/** Rows that are read and added in one batch. */
const BATCH = 1000;
/**
 * The duration of calls before the first measurement of a kind: V8 optimises code in the background, which takes CPU
 * time. Without it, 500 facets seem to cost three times what they do in a program that runs, and searches 6 % more.
 */
const WARM_UP_MS = 500;

export interface BuildJob {
  readonly engine: EngineName;
  readonly dataset: Dataset;
  readonly kind: IndexSpec["kind"];
  readonly withBuckets: boolean;
  readonly folder: string;
  /** Whether to keep the index in the folder, if the engine can, and to open an index that an earlier run kept. */
  readonly keep: boolean;
}

export interface SearchJob extends SearchSpec {
  /** The number of queries, beginning with the first of the data set. */
  readonly queries: number;
}

export interface Searched extends Spent {
  /** K ids for each query; -1 where there were fewer. */
  readonly ids: Int32Array;
}

/** The calls of the parent; the type of the parent's side is derived from this class. */
export class Child {
  #engine!: BenchEngine;
  #dataset!: Dataset;
  #queries!: Float32Array;
  /** The kinds of calls that have been made for long enough. */
  readonly #warm = new Set<string>();

  async build(job: BuildJob): Promise<Spent> {
    const { dataset, kind, folder } = job;
    mkdirSync(folder, { recursive: true });
    this.#dataset = dataset;
    this.#queries = readQueries(dataset);
    this.#engine = await ENGINES[job.engine].make();
    const { dimension, rows, metric } = dataset;
    const buckets = job.withBuckets ? readBuckets(dataset) : null;
    const spec: IndexSpec = { dimension, rows, metric, kind, buckets, folder };
    if (!job.keep || !this.#engine.load || !this.#engine.save) return this.#build(spec);
    const kept = keptBuild(folder);
    if (kept) {
      await this.#engine.load(spec);
      return kept;
    }
    const spent = await this.#build(spec);
    await this.#engine.save();
    keepBuild(folder, spent);
    return spent;
  }

  async search(job: SearchJob): Promise<Searched> {
    await this.#engine.configure(job);
    const calls = this.#prepare(job.queries);
    await this.#warmUp(job, calls);
    const answers: unknown[] = new Array(calls.length);
    const spent = await measured(async () => {
      for (let i = 0; i < calls.length; i++) {
        const answer = this.#engine.search(calls[i]);
        answers[i] = answer instanceof Promise ? await answer : answer;
      }
    });
    const ids = new Int32Array(job.queries * job.k).fill(-1);
    answers
      .flatMap((answer) => this.#engine.ids(answer))
      .forEach((found, query) => {
        ids.set(Array.from(found).slice(0, job.k), query * job.k);
      });
    return { ids, ...spent };
  }

  /** Returns the resident bytes of this process after a garbage collection. */
  async residentBytes(): Promise<number> {
    collectGarbage();
    return process.memoryUsage.rss();
  }

  /** The time includes reading the rows: it is a tenth of a second, and an engine may index between two batches. */
  #build(spec: IndexSpec): Promise<Spent> {
    return measured(async () => {
      await this.#engine.open(spec);
      for (const { first, rows } of batches(this.#dataset, BATCH)) await this.#engine.add(first, rows);
      await this.#engine.finish();
    });
  }

  async #warmUp({ operation, field, below, isNew }: SearchJob, calls: readonly unknown[]): Promise<void> {
    const kind = JSON.stringify([operation, field, below !== undefined, isNew]);
    if (this.#warm.has(kind)) return;
    this.#warm.add(kind);
    const end = performance.now() + WARM_UP_MS;
    for (let i = 0; performance.now() < end; i++) await this.#engine.search(calls[i % calls.length]);
  }

  #prepare(queries: number): unknown[] {
    const { dimension } = this.#dataset;
    const step = this.#engine.queriesPerCall;
    const calls: unknown[] = [];
    for (let first = 0; first < queries; first += step) {
      const end = Math.min(queries, first + step);
      calls.push(this.#engine.prepare(this.#queries.subarray(first * dimension, end * dimension)));
    }
    return calls;
  }
}

const child = new Child();

process.on("message", async ({ method, argument }: { method: keyof Child; argument: never }) => {
  try {
    process.send?.({ result: await child[method](argument) });
  } catch (error) {
    process.send?.({ error: String((error as Error).stack ?? error) });
  }
});
