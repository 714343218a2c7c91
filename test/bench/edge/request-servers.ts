// The servers that `npm run bench -- requests` compares, each with the same points and payload indexes: this build,
// another checkout's, and Qdrant's if there is a `qdrant` on the path.
// The decision: all get the same requests, which are those that both dialects have; only the creation of the collection
// differs.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort, licensed, type ServerProcess, startServer } from "../../support/process.ts";
import { batches, type Dataset } from "../data/dataset.ts";
import { EF_CONSTRUCT, M } from "../engines/engine.ts";
import { progress } from "../engines/fleet.ts";
import { request, untilIndexed } from "../requests.ts";
import { COLLECTION, payloadOf, TEXT } from "./kinds.ts";

const BATCH = 500;
const HNSW = { m: M, ef_construct: EF_CONSTRUCT };
const INDEXES = [
  ["category", "keyword"],
  ["number", "integer"],
];
const START_MS = 30_000;
const POLL_MS = 100;

/** A running server. */
export interface RequestServer {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<unknown>;
}

/** Starts this program with all points. @param main the program of another checkout */
export async function loadedServer(
  dataset: Dataset,
  folder: string,
  env: NodeJS.ProcessEnv = {},
  main?: string,
): Promise<ServerProcess> {
  const server = await licensed(await startServer(["--data-dir", folder, "--extended-api"], env, [], main));
  const vectors = { size: dataset.dimension, distance: distanceOf(dataset) };
  await load(server.url, dataset, { vectors_config: vectors, hnsw_config: HNSW });
  return server;
}

/** Starts Qdrant with all points and with its own codes of 8 bits; null: there is no `qdrant` on the path. */
export async function loadedQdrant(dataset: Dataset, folder: string): Promise<RequestServer | null> {
  if (spawnSync("qdrant", ["--version"]).error) return null;
  const port = await freePort();
  const child = spawn("qdrant", [], {
    cwd: folder,
    stdio: "ignore",
    env: {
      ...process.env,
      QDRANT__SERVICE__HTTP_PORT: String(port),
      QDRANT__SERVICE__GRPC_PORT: String(await freePort()),
      QDRANT__STORAGE__STORAGE_PATH: join(folder, "storage"),
      QDRANT__TELEMETRY_DISABLED: "true",
    },
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    child.kill();
    return ended;
  };
  try {
    await untilAnswering(url);
    const vectors = { size: dataset.dimension, distance: distanceOf(dataset) };
    await load(url, dataset, { vectors, hnsw_config: HNSW });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, child, stop };
}

/** Resolves when the server answers. @throws Error if it does not within half a minute */
async function untilAnswering(url: string): Promise<void> {
  for (const started = performance.now(); ; ) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (performance.now() - started > START_MS) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function load(url: string, dataset: Dataset, config: object): Promise<void> {
  const { dimension } = dataset;
  const path = `/collections/${COLLECTION}`;
  await request(url, "PUT", path, config);
  for (const [field_name, field_schema] of INDEXES)
    await request(url, "PUT", `${path}/index?wait=true`, { field_name, field_schema });
  for (const { first, rows } of batches(dataset, BATCH)) {
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: first + i,
      vector: Array.from(rows.subarray(i * dimension, (i + 1) * dimension)),
      payload: payloadOf(first + i, TEXT),
    }));
    await request(url, "PUT", `${path}/points?wait=true`, { points });
  }
  progress(`${dataset.name}: loaded, indexed ${(await untilIndexed(url, path)).toFixed(1)} s later`);
}

function distanceOf({ metric }: Dataset): string {
  return metric === "euclid" ? "Euclid" : "Cosine";
}
