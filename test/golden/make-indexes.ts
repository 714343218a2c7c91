// Makes the golden data directory with saved payload indexes: node --import tsx test/golden/make-indexes.ts (after `npm
// run build`).
// The decision: it has an index of every type, over values that are written in different ways, and the ids that the
// server found by filters. The server was killed behind its last checkpoint: some points are in the log only, and the
// payloads of some have changed since the indexes were written.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../support/process.ts";
import { call } from "../support/servers.ts";
import { HERE, keepDirectory } from "./keep.ts";

const NAME = "format-3-indexes";
const POINTS = 100;
const SCHEMA = {
  ...{ city: "keyword", n: "integer", f: "float", on: "bool", at: "datetime", u: "uuid", place: "geo" },
  about: { type: "text", tokenizer: "prefix", min_token_len: 2 },
};
const CITIES = ["Zürich", "東京", "Lima", "\ud83d\ude00", ""];
const uuid = (id: number) => `550e8400-e29b-41d4-a716-4466554400${String(id % 60).padStart(2, "0")}`;

/** The text of a payload, whose numbers JavaScript cannot say. */
function payload(id: number): string {
  const large = `900719925474099${id % 10}`;
  const n = id % 7 === 0 ? `[${id},${large}]` : id % 7 === 1 ? `${id}.5` : id % 7 === 2 ? '"text"' : `${id}`;
  const city = JSON.stringify(CITIES[id % CITIES.length]);
  const members = [
    `"city":${id % 9 === 0 ? `[${city},"Lima"]` : city}`,
    ...(id % 11 === 0 ? [] : [`"n":${n}`]),
    `"f":${id % 4 === 0 ? `-${id}.25` : id}`,
    `"on":${id % 3 === 0}`,
    `"at":"2024-01-${String((id % 28) + 1).padStart(2, "0")}T12:00:00Z"`,
    `"u":"${uuid(id)}"`,
    `"place":{"lon":${(id % 36) * 10 - 180},"lat":${(id % 18) * 10 - 85}}`,
    `"about":${id % 5 === 0 ? "null" : `"Straße number ${id}, слово"`}`,
  ];
  return `{${members.join()}}`;
}

const FILTERS = [
  { key: "city", match: { value: "東京" } },
  { key: "city", match: { except: ["Lima", ""] } },
  { key: "n", range: { gte: 20, lt: 40 } },
  { key: "n", match: { value: 63 } },
  { key: "f", range: { lt: 0 } },
  { key: "on", match: { value: true } },
  { key: "at", range: { gte: "2024-01-10T00:00:00Z", lt: "2024-01-12T00:00:00Z" } },
  { key: "u", match: { value: uuid(13).toUpperCase() } },
  { key: "place", geo_radius: { center: { lon: -90, lat: 5 }, radius: 3_000_000 } },
  { key: "about", match: { text: "straß 33" } },
  { is_empty: { key: "n" } },
  { key: "city", values_count: { gte: 2 } },
];

await make();

async function make(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-golden-"));
  const server = await startServer(["--data-dir", dataDir, "--extended-api"]);
  await call(server, "PUT", "/collections/places", { vectors_config: { size: 1, distance: "Dot" } });
  for (const [field_name, field_schema] of Object.entries(SCHEMA))
    await call(server, "PUT", "/collections/places/index", { field_name, field_schema });
  await put(server, 0, POINTS);
  await checkpoint(server);
  await call(server, "POST", "/collections/places/points/payload", {
    points: [4, 5],
    payload: { city: "Lima", n: 30 },
  });
  await checkpoint(server);
  await put(server, POINTS - 2, POINTS + 3);
  const answers = [];
  for (const filter of FILTERS) {
    const ask = { filter: { must: [filter] }, limit: 2 * POINTS, with_payload: false };
    const { result } = await call(server, "POST", "/collections/places/points/scroll", ask);
    answers.push({ filter, ids: (result as { points: { id: number }[] }).points.map(({ id }) => id) });
  }
  await server.stop("SIGKILL");
  keepDirectory(dataDir, NAME);
  writeFileSync(join(HERE, `${NAME}.json`), `${JSON.stringify(answers)}\n`);
  rmSync(dataDir, { recursive: true });
}

async function put(server: ServerProcess, from: number, to: number): Promise<void> {
  const points = Array.from({ length: to - from }, (_, i) => from + i).map(
    (id) => `{"id":${id},"vector":[${id}],"payload":${payload(id)}}`,
  );
  const response = await fetch(`${server.url}/collections/places/points`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: `{"points":[${points.join()}]}`,
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Takes a checkpoint when the payload indexes are complete. */
async function checkpoint(server: ServerProcess): Promise<void> {
  const status = async () =>
    ((await call(server, "GET", "/collections/places")).result as { status: string }).status;
  while ((await status()) !== "green") await new Promise((resolve) => setTimeout(resolve, 20));
  await call(server, "POST", "/checkpoint");
}
