// Shared by both clients of the benchmarks: a number of concurrent streams, each of which sends a call when it has the
// response to the one before, and the latencies. The decision: requests are bytes made before and responses stay bytes,
// so that the client is not what is measured.
import { join } from "node:path";
import { type Dataset, readFloats, readQueries } from "../data/dataset.ts";

/** Points in one upsert. */
const BATCH = 256;

export interface Run {
  readonly address: string;
  readonly streams: number;
  /** The duration, in which the requests are repeated; without it, each request is sent once. */
  readonly ms?: number;
}

export interface Ran {
  readonly calls: number;
  readonly seconds: number;
  /** The median in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface SearchJob {
  readonly dataset: Dataset;
  readonly collection: string;
  readonly limit: number;
  readonly ef: number;
}

export interface UpsertJob {
  readonly dataset: Dataset;
  readonly collection: string;
  readonly first: number;
  readonly rows: number;
}

/** Responses as bytes, and the ids found by all requests: `limit` for each, -1 where there were fewer. */
export interface Answers {
  readonly ids: Int32Array;
  readonly answer: Uint8Array;
}

/** Speaks the protocol of an edge. */
export interface Speaker {
  search(collection: string, vector: Float32Array, limit: number, ef: number): Buffer;
  upsert(collection: string, points: readonly { id: number; vector: Float32Array }[]): Buffer;
  /** @returns a function that sends one call after another on a stream, which may have a connection of its own */
  open(address: string): (request: Buffer) => Promise<Buffer>;
  idsIn(answer: Buffer): readonly number[];
}

export class Caller {
  readonly #speaker: Speaker;
  #requests: readonly Buffer[] = [];

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  searches({ dataset, collection, limit, ef }: SearchJob): void {
    const { dimension, queries } = dataset;
    const vectors = readQueries(dataset);
    this.#requests = Array.from({ length: queries }, (_, query) => {
      const vector = vectors.subarray(query * dimension, (query + 1) * dimension);
      return this.#speaker.search(collection, vector, limit, ef);
    });
  }

  upserts({ dataset, collection, first, rows }: UpsertJob): void {
    const { dimension, folder } = dataset;
    const vectors = readFloats(join(folder, "base.f32"));
    const end = Math.min(first + rows, dataset.rows);
    const requests: Buffer[] = [];
    for (let from = first; from < end; from += BATCH) {
      const points = Array.from({ length: Math.min(BATCH, end - from) }, (_, i) => ({
        id: from + i,
        vector: vectors.subarray((from + i) * dimension, (from + i + 1) * dimension),
      }));
      requests.push(this.#speaker.upsert(collection, points));
    }
    this.#requests = requests;
  }

  prepared(requests: readonly Uint8Array[]): void {
    this.#requests = requests.map((request) => Buffer.from(request));
  }

  /** Returns the response to the first request. */
  async first(address: string): Promise<Uint8Array> {
    return this.#speaker.open(address)(this.#requests[0]!);
  }

  async run({ address, streams, ms }: Run): Promise<Ran> {
    const calls = this.#requests.length;
    const started = performance.now();
    const times: number[] = [];
    const isOver = () => (ms === undefined ? next >= calls : performance.now() - started >= ms);
    let next = 0;
    const stream = async () => {
      const ask = this.#speaker.open(address);
      while (!isOver()) {
        const request = this.#requests[next++ % calls]!;
        const sent = performance.now();
        await ask(request);
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: streams }, stream));
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)]!;
    return { calls: times.length, seconds, p50: at(0.5), p99: at(0.99) };
  }

  async answers({ address, limit }: { address: string; limit: number }): Promise<Answers> {
    const ask = this.#speaker.open(address);
    const ids = new Int32Array(this.#requests.length * limit).fill(-1);
    let answer: Buffer = Buffer.alloc(0);
    for (const [query, request] of this.#requests.entries()) {
      answer = await ask(request);
      ids.set(this.#speaker.idsIn(answer), query * limit);
    }
    return { ids, answer };
  }
}

export function served(speaker: Speaker) {
  const caller = new Caller(speaker);
  return {
    searches: (job: SearchJob) => caller.searches(job),
    upserts: (job: UpsertJob) => caller.upserts(job),
    prepared: (requests: readonly Uint8Array[]) => caller.prepared(requests),
    first: (address: string) => caller.first(address),
    run: (run: Run) => caller.run(run),
    answers: (of: { address: string; limit: number }) => caller.answers(of),
  };
}

export type EdgeClient = ReturnType<typeof served>;
