// Writes the demo data to the server: the collection, its payload indexes, its points.
// The decision: every step can be repeated, so that the button can be pressed again after a failure. Some vectors that
// the license allows are left for the user, and the demo data are fewer texts then.
import { ask } from "../../api/request.ts";
import type { Status } from "../../api/status.ts";
import { type Info, pathOf } from "../collection/info.ts";
import { demoPoints, SIZE, selected } from "./data.ts";
import { DEMO } from "./links.ts";

const INDEXES = {
  text: { type: "text", language: "english", phrase_matching: true },
  name: "keyword",
  category: "keyword",
  year: "integer",
  location: "geo",
} as const;

const ABOUT =
  "Short texts about cities, dishes, animals, inventions and other things, with vectors of the model all-MiniLM-L6-v2. The years and places are rounded common knowledge.";

const POINTS_PER_WRITE = 500;
/** The vectors of the license that are left to other collections. */
const LEFT_VECTORS = 1_000;
/** A graph is built of this many kilobytes of vectors on: of a part of the texts, too. */
const GRAPH_FROM_KB = 100;

/** @param onProgress takes the share that is written, 0 to 1 */
export async function loadDemo(onProgress: (share: number) => void): Promise<void> {
  const [all, { vectors }] = await Promise.all([demoPoints(), ask<Status>("GET", "/status")]);
  const { exists } = await ask<{ exists: boolean }>("GET", pathOf(DEMO, "/exists"));
  // Points of an attempt that failed are written again, and are counted once.
  const used = exists ? await pointsBefore() : 0;
  const points = selected(all, Math.max(0, vectors.cap - (vectors.used - used) - LEFT_VECTORS));
  if (points.length === 0)
    throw new Error(
      `The license leaves room for ${vectors.cap - vectors.used} vectors, which is too little for demo data`,
    );
  if (!exists) await create();
  for (const [field_name, field_schema] of Object.entries(INDEXES))
    await ask("PUT", pathOf(DEMO, "/index"), { body: { field_name, field_schema } });
  for (let first = 0; first < points.length; first += POINTS_PER_WRITE) {
    await ask("PUT", pathOf(DEMO, "/points"), {
      body: { points: points.slice(first, first + POINTS_PER_WRITE) },
    });
    onProgress(Math.min(1, (first + POINTS_PER_WRITE) / points.length));
  }
}

/** Returns the points of an attempt before. @throws if a collection of this name has other data */
async function pointsBefore(): Promise<number> {
  const { points_count, config } = await ask<Info>("GET", pathOf(DEMO));
  const { about } = (config.metadata ?? {}) as { readonly about?: unknown };
  if (about !== ABOUT)
    throw new Error(`There is a collection “${DEMO}” with other data already. Nothing was written.`);
  return points_count;
}

async function create(): Promise<void> {
  await ask("PUT", pathOf(DEMO), {
    body: {
      vectors_config: { size: SIZE, distance: "Cosine" },
      hnsw_config: { full_scan_threshold: GRAPH_FROM_KB },
      metadata: { about: ABOUT },
    },
  });
}
