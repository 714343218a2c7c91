// What `mixed` writes to and searches: a server over REST, and the library in this process with its default threads.
// The decision: both keep a data directory, so every batch is durable before it is acknowledged.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { open } from "../../src/open.ts";
import { licensed, startServer } from "../support/process.ts";
import { request, untilIndexed } from "./requests.ts";

const PATH = "/collections/mixed";
const NAME = { collection_name: "mixed" };
const LIBRARY = new URL("../../dist/lib/index.js", import.meta.url);
const POLL_MS = 200;

export interface NewPoint {
  readonly id: number;
  readonly vector: readonly number[];
  readonly payload: { readonly n: number };
}

interface Search {
  readonly vector: readonly number[];
  readonly limit: number;
  readonly params: { readonly hnsw_ef: number };
  readonly with_payload: false;
}

/** `Batch` is what a client has ready before it sends. */
export interface Subject<Batch = unknown> {
  readonly name: string;
  batchOf(points: readonly NewPoint[]): Batch;
  write(batch: Batch): Promise<void>;
  search(search: Search): Promise<unknown>;
  untilIndexed(): Promise<unknown>;
  checkpoint(): Promise<unknown>;
  close(): Promise<void>;
}

export async function serverSubject(size: number): Promise<Subject<string>> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const server = await licensed(await startServer(["--data-dir", dataDir]));
  const { url } = server;
  await request(url, "PUT", PATH, { vectors_config: { size, distance: "Cosine" } });
  return {
    name: "REST",
    batchOf: (points) => JSON.stringify({ points }),
    write: async (body) => {
      const response = await fetch(`${url}${PATH}/points`, { method: "PUT", body });
      if (!response.ok) throw new Error(await response.text());
      await response.arrayBuffer();
    },
    search: (search) => request(url, "POST", `${PATH}/points/search`, search),
    untilIndexed: () => untilIndexed(url, PATH),
    checkpoint: () => request(url, "POST", "/checkpoint"),
    close: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export async function librarySubject(size: number): Promise<Subject<readonly NewPoint[]>> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const library = (await import(LIBRARY.href)) as { open: typeof open };
  const db = await library.open({ dataDir });
  await db.createCollection({ ...NAME, vectors_config: { size, distance: "Cosine" } });
  return {
    name: "library",
    batchOf: (points) =>
      points.map((point) => ({ ...point, vector: Float32Array.from(point.vector) as never })),
    write: async (points) => {
      await db.upsertPoints({ ...NAME, points });
    },
    search: (search) => db.searchPoints({ ...NAME, ...search }),
    untilIndexed: async () => {
      while ((await db.getCollection(NAME)).status !== "green")
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
    checkpoint: () => db.takeCheckpoint(),
    close: async () => {
      await db.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
