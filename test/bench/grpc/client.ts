// Who calls, in a process of its own: so many calls at a time on one connection, each after the answer to one before.
// The decision: requests are bytes made beforehand and answers stay bytes, so that this process is not what is measured.
import { join } from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import { searchPoints } from "../../../src/grpc/convert/searches.ts";
import { upsertPoints } from "../../../src/grpc/convert/writes.ts";
import { PointsService } from "../../../src/grpc/gen/azimuth/v1/points_service.ts";
import { SearchResponse } from "../../../src/grpc/gen/azimuth/v1/results.ts";
import { SearchPoints } from "../../../src/grpc/gen/azimuth/v1/search.ts";
import { UpsertPoints } from "../../../src/grpc/gen/azimuth/v1/writes.ts";
import { type Dataset, readFloats, readQueries } from "../data/dataset.ts";
import { answerParent } from "./child.ts";

/** Points in one call. */
const BATCH = 256;

export interface Run {
  readonly address: string;
  readonly streams: number;
  /** Goes round in the requests for so long; without it each is sent once. */
  readonly ms?: number;
}

export interface Ran {
  readonly calls: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

const bytes = (same: Buffer) => same;

class Caller {
  #path = "";
  #requests: Buffer[] = [];
  #clients = new Map<string, Client>();

  searches({ dataset, collection, ...rest }: SearchJob): void {
    const { dimension, queries } = dataset;
    const vectors = readQueries(dataset);
    this.#path = PointsService.search.path;
    this.#requests = Array.from({ length: queries }, (_, query) => {
      const vector = vectors.subarray(query * dimension, (query + 1) * dimension);
      const { limit, ef } = rest;
      const params = { hnsw_ef: ef };
      const json = { collection_name: collection, vector, limit, params, with_payload: false };
      return Buffer.from(SearchPoints.encode(searchPoints.write(json)).finish());
    });
  }

  upserts({ dataset, collection, first, rows }: UpsertJob): void {
    const { dimension, folder } = dataset;
    const vectors = readFloats(join(folder, "base.f32"));
    const end = Math.min(first + rows, dataset.rows);
    this.#path = PointsService.upsert.path;
    this.#requests = [];
    for (let from = first; from < end; from += BATCH) {
      const points = Array.from({ length: Math.min(BATCH, end - from) }, (_, i) => ({
        id: from + i,
        vector: vectors.subarray((from + i) * dimension, (from + i + 1) * dimension),
      }));
      const json = { collection_name: collection, wait: true, points };
      this.#requests.push(Buffer.from(UpsertPoints.encode(upsertPoints.write(json)).finish()));
    }
  }

  async run({ address, streams, ms }: Run): Promise<Ran> {
    const client = this.#clientOf(address);
    const calls = this.#requests.length;
    const started = performance.now();
    const times: number[] = [];
    const isOver = () => (ms === undefined ? next === calls : performance.now() - started >= ms);
    let next = 0;
    const stream = async () => {
      while (!isOver()) {
        const request = this.#requests[next++ % calls]!;
        const sent = performance.now();
        await this.#ask(client, request);
        times.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: streams }, stream));
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)]!;
    return { calls: times.length, seconds, p50: at(0.5), p99: at(0.99) };
  }

  /** @returns an answer as bytes, and what all requests found: `limit` ids for each, -1 where there were fewer */
  async answers({ address, limit }: { address: string; limit: number }): Promise<Answers> {
    const client = this.#clientOf(address);
    const ids = new Int32Array(this.#requests.length * limit).fill(-1);
    let answer: Buffer = Buffer.alloc(0);
    for (const [query, request] of this.#requests.entries()) {
      answer = await this.#ask(client, request);
      for (const [rank, { id }] of SearchResponse.decode(answer).result.entries()) {
        ids[query * limit + rank] = Number(id?.point_id_options?.value);
      }
    }
    return { ids, answer };
  }

  #clientOf(address: string): Client {
    let client = this.#clients.get(address);
    if (!client) {
      client = new Client(address, credentials.createInsecure());
      this.#clients.set(address, client);
    }
    return client;
  }

  #ask(client: Client, request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(this.#path, bytes, bytes, request, (error, answer) =>
        error ? reject(error) : resolve(answer!),
      );
    });
  }
}

interface Answers {
  readonly ids: Int32Array;
  readonly answer: Uint8Array;
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

const caller = new Caller();

export const client = {
  searches: (job: SearchJob) => caller.searches(job),
  upserts: (job: UpsertJob) => caller.upserts(job),
  run: (run: Run) => caller.run(run),
  answers: (of: { address: string; limit: number }) => caller.answers(of),
};

answerParent(client);
