// The process of one engine: it does what the parent tells it over IPC, one call after another, and reports the CPU
// time of all its threads and the wall time of what was measured.
import { mkdirSync } from "node:fs";
import { collectGarbage } from "../../../src/threads/garbage.ts";
import { batches, type Dataset, readBuckets, readQueries } from "../data/dataset.ts";
import { ENGINES, type EngineName } from "./catalog.ts";
import type { BenchEngine, IndexSpec, SearchSpec } from "./engine.ts";
import { keepBuild, keptBuild } from "./kept.ts";
import { measured, type Spent } from "./spent.ts";

/** Rows that are read and added at a time. */
const BATCH = 1000;
/** Time of searches before the first measurement: code is compiled for speed in the background, which costs CPU time. */
const WARM_UP_MS = 500;

export interface BuildJob {
  readonly engine: EngineName;
  readonly dataset: Dataset;
  readonly kind: IndexSpec["kind"];
  readonly withBuckets: boolean;
  readonly folder: string;
  /** Keep what is built in the folder, if the engine can, and open what an earlier run kept there. */
  readonly keep: boolean;
}

export interface SearchJob extends SearchSpec {
  /** The first so many queries of the data set. */
  readonly queries: number;
}

export interface Searched extends Spent {
  /** K for each query; -1 where there were fewer. */
  readonly ids: Int32Array;
}

/** What a child does; the parent's side is derived from it. */
export class Child {
  #engine!: BenchEngine;
  #dataset!: Dataset;
  #queries!: Float32Array;
  #warm = false;

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
    await this.#warmUp(calls);
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

  /** Bytes of this process that are in memory, after the collector has run. */
  async residentBytes(): Promise<number> {
    collectGarbage();
    return process.memoryUsage.rss();
  }

  /** Reading the rows is counted with it: it is a tenth of a second, and an engine may index between two batches. */
  #build(spec: IndexSpec): Promise<Spent> {
    return measured(async () => {
      await this.#engine.open(spec);
      for (const { first, rows } of batches(this.#dataset, BATCH)) await this.#engine.add(first, rows);
      await this.#engine.finish();
    });
  }

  async #warmUp(calls: readonly unknown[]): Promise<void> {
    if (this.#warm) return;
    this.#warm = true;
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
