// The server and the data of the goals for starts and memory: 80,000 vectors of 256 dimensions in clusters, with
// payloads of some 200 bytes and two payload indexes.
import { readFileSync } from "node:fs";
import { between, type Random } from "../support/chance.ts";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { request } from "./requests.ts";

export const COLLECTION = "/collections/loaded";
export const POINTS = 80_000;
const DIMENSION = 256;
const CLUSTERS = 200;
const BATCH = 500;
const PAYLOAD_SCHEMA = { n: "integer", city: "keyword" };
const LARGEST = 1_000_000;
const CITIES = 1_000;
/** Checkpoints are taken on request only. */
const NO_CHECKPOINTS = ["--checkpoint-interval", "86400", "--checkpoint-log-size", "8GiB"];

/** The flags of a server over this data. */
export const flagsFor = (dataDir: string) => ["--data-dir", dataDir, "--extended-api", ...NO_CHECKPOINTS];

export async function startLoadable(dataDir: string, main?: string): Promise<ServerProcess> {
  return licensed(await startServer(flagsFor(dataDir), {}, [], main));
}

/** Creates the collection and writes its points. */
export async function load({ url }: ServerProcess, points: number, random: Random): Promise<void> {
  await request(url, "PUT", COLLECTION, { vectors_config: { size: DIMENSION, distance: "Cosine" } });
  for (const [field_name, field_schema] of Object.entries(PAYLOAD_SCHEMA))
    await request(url, "PUT", `${COLLECTION}/index`, { field_name, field_schema });
  await write(
    url,
    Array.from({ length: points }, (_, id) => id),
    random,
  );
}

/** Writes the points with these ids, new ones or again, and waits until they are found. */
export async function write(url: string, ids: readonly number[], random: Random): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const points = ids.slice(from, from + BATCH).map((id) => pointOf(id, random));
    await request(url, "PUT", `${COLLECTION}/points?wait=true`, { points });
  }
}

function pointOf(id: number, random: Random): object {
  const payload = {
    n: between(random, 0, LARGEST),
    city: `city ${between(random, 1, CITIES)}`,
    title: `the title of the point with the number ${id}`,
    text: "a longer text that no index contains, as payloads often have. ".repeat(2),
  };
  return { id, vector: vectorOf(random), payload };
}

/** A row of one of the clusters, rounded as clients often send them. */
function vectorOf(random: Random): number[] {
  const cluster = between(random, 1, CLUSTERS);
  return Array.from({ length: DIMENSION }, (_, i) => {
    const centre = Math.sin(cluster * (i + 1));
    return Math.round((centre + (random() - 0.5) * 0.8) * 10_000) / 10_000;
  });
}

/** Makes a search with a filter on both indexes. */
export async function filteredSearch(url: string, random: Random): Promise<void> {
  const low = between(random, 0, LARGEST / 2);
  const must = [
    { key: "n", range: { gte: low, lt: low + LARGEST / 10 } },
    { key: "city", match: { except: [`city ${between(random, 1, CITIES)}`] } },
  ];
  const body = { vector: vectorOf(random), limit: 10, filter: { must }, with_payload: false };
  await request(url, "POST", `${COLLECTION}/points/search`, body);
}

/** The resident bytes of a process. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
