// The client over gRPC, in a process of its own: streams on one connection.

import { Client, credentials } from "@grpc/grpc-js";
import { searchPoints } from "../../../src/grpc/convert/searches.ts";
import { upsertPoints } from "../../../src/grpc/convert/writes.ts";
import { messages, services } from "../../../src/grpc/wire/messages.ts";
import { type Speaker, served } from "./caller.ts";
import { answerParent } from "./child.ts";

const { SearchPoints, SearchResponse, UpsertPoints } = messages;
const { PointsService } = services;

const bytes = (same: Buffer) => same;

class GrpcSpeaker implements Speaker {
  /** The method of the calls. */
  path = "";
  readonly #clients = new Map<string, Client>();

  search(collection_name: string, vector: Float32Array, limit: number, hnsw_ef: number): Buffer {
    this.path = PointsService.search.path;
    const json = { collection_name, vector, limit, params: { hnsw_ef }, with_payload: false };
    return Buffer.from(SearchPoints.encode(searchPoints.write(json)));
  }

  upsert(collection_name: string, points: readonly object[]): Buffer {
    this.path = PointsService.upsert.path;
    return Buffer.from(UpsertPoints.encode(upsertPoints.write({ collection_name, wait: true, points })));
  }

  open(address: string): (request: Buffer) => Promise<Buffer> {
    const client = this.#clientOf(address);
    return (request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(this.path, bytes, bytes, request, (error, answer) =>
          error ? reject(error) : resolve(answer!),
        );
      });
  }

  idsIn(answer: Buffer): number[] {
    return SearchResponse.decode(answer).result.map(({ id }) => Number(id?.point_id_options?.value));
  }

  #clientOf(address: string): Client {
    let client = this.#clients.get(address);
    if (!client) {
      client = new Client(address, credentials.createInsecure());
      this.#clients.set(address, client);
    }
    return client;
  }
}

const speaker = new GrpcSpeaker();
const methods = {
  ...served(speaker),
  path: (path: string) => {
    speaker.path = path;
  },
};

export type GrpcClient = typeof methods;

answerParent(methods);
