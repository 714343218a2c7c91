// The engine floor: the least that a server with this engine does for a search. node:http reads the request, JSON.parse
// its body, the engine searches in the same thread, and JSON.stringify writes ids and scores. What our server takes
// beyond it are its checks, metrics, payloads, and messages between threads.
import type { Dataset } from "../data/dataset.ts";
import { answerParent } from "./child.ts";
import { engineAlone } from "./engine-alone.ts";
import { serveAnswers } from "./fixed-server.ts";

interface Search {
  readonly vector: number[];
  readonly limit: number;
  readonly params: { readonly hnsw_ef: number };
}

export const engineFloor = {
  /** Builds the graph of the data set and serves searches. @returns the port */
  async serve(dataset: Dataset): Promise<number> {
    const search = await engineAlone(dataset);
    return serveAnswers((body) => {
      const { vector, limit, params } = JSON.parse(body.toString()) as Search;
      const { slots, distances } = search(Float32Array.from(vector), limit, params.hnsw_ef);
      const result = Array.from(slots, (id, i) => ({ id, version: 0, score: distances[i] }));
      return Buffer.from(JSON.stringify({ time: 0, status: "ok", result }));
    });
  },
};

export type EngineFloor = typeof engineFloor;

answerParent(engineFloor);
