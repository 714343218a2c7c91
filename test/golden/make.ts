// Makes the golden data directory of the current format: node --import tsx test/golden/make.ts (after `npm run build`).
// The decision: a server writes it over its REST API, and the server's responses are kept beside it, so that a later
// version is compared with them and not with what it reads itself. Directories of earlier formats are never made again:
// format-1 was written by the last server without checkpoints, its format-1.json by the first server with them, and
// format-2 by the last server in which payloads, configurations and names of collections could not be changed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { call } from "../support/servers.ts";
import { HERE, keepDirectory } from "./keep.ts";

const FORMAT = 3;
const UUID = "550e8400-e29b-41d4-a716-446655440000";
const IDS = [...Array.from({ length: 100 }, (_, i) => i), UUID];
/** With this dimension, a few points exceed the smallest size for which a graph is built (10 KB). */
const DIMENSION = 64;
const LONGEST_UNDO_SECONDS = 86_400;

const random = seededRandom(FORMAT);
const vector = (size: number) =>
  Array.from({ length: size }, () => Math.round((random() * 2 - 1) * 1000) / 1000);
const city = (id: number | string) => ({
  id,
  vector: vector(DIMENSION),
  ...(typeof id === "string" || id % 3 > 0
    ? { payload: { n: id, name: `city ${id}`, ünï: ["ö", null, 1e-7, true] } }
    : {}),
});
const cities = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => city(from + i));
const named = (id: number) => ({
  id,
  vector: {
    ...(id % 3 > 0 && { disk: vector(4) }),
    ...(id % 4 > 0 && { bits: vector(8) }),
    ...(id % 5 > 0 && { plain: vector(3) }),
  },
  payload: { id },
});

await make();

async function make(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-golden-"));
  // Every stop takes a checkpoint; the last server is killed, so its writes are in the log only.
  const start = () => startServer(["--data-dir", dataDir, "--extended-api"]);
  let server = await start();
  await firstLife(server);
  await indexed(server, ["cities", "named"]);
  await server.stop("SIGTERM");
  server = await start();
  await secondLife(server);
  await indexed(server, ["cities", "named"]);
  await server.stop("SIGTERM");
  server = await start();
  await thirdLife(server);
  const shown = await everything(server, ["cities", "named", "late", "tail", "empty"]);
  const about = await everythingBesidePoints(server, "cities");
  await server.stop("SIGKILL");
  keepDirectory(dataDir, `format-${FORMAT}`);
  writeFileSync(join(HERE, `format-${FORMAT}.json`), `${JSON.stringify(shown)}\n`);
  writeFileSync(join(HERE, `format-${FORMAT}-about.json`), `${JSON.stringify(about)}\n`);
  rmSync(dataDir, { recursive: true });
}

async function firstLife(server: ServerProcess): Promise<void> {
  const hnsw_config = { m: 8, ef_construct: 50, full_scan_threshold: 10 };
  const vectors_config = {
    disk: { size: 4, distance: "Dot", on_disk: true },
    bits: { size: 8, distance: "Cosine", quantization_config: { binary: {} } },
    plain: { size: 3, distance: "Manhattan", quantization_config: "Disabled" },
  };
  await call(server, "PUT", "/collections/cities", {
    vectors_config: { size: DIMENSION, distance: "Cosine" },
    hnsw_config,
  });
  await call(server, "PUT", "/collections/named", { vectors_config, hnsw_config });
  await call(server, "PUT", "/collections/empty", { vectors_config: { size: 2, distance: "Dot" } });
  await call(server, "PUT", "/collections/marked", { vectors_config: { size: 2, distance: "Euclid" } });
  await call(server, "PUT", "/collections/marked/points", { points: [{ id: 1, vector: [1, 2] }] });
  await call(server, "DELETE", `/collections/marked?undo_seconds=${LONGEST_UNDO_SECONDS}`);
  await call(server, "PUT", "/collections/cities/points", { points: [...cities(0, 45), city(UUID)] });
  await call(server, "PUT", "/collections/named/points", {
    points: Array.from({ length: 30 }, (_, i) => named(i)),
  });
  await call(server, "POST", "/collections/cities/points/delete", { points: [3, 4] });
}

async function secondLife(server: ServerProcess): Promise<void> {
  await call(server, "PUT", "/collections/cities/points", { points: cities(30, 50) });
  await call(server, "POST", "/collections/named/points/delete", { points: [1, 11] });
  // These points are in the first checkpoint.
  await setPayload(server, "cities", [1, 2, 5, 6, UUID], { second: [true, 2 ** 53] });
  await call(server, "POST", "/collections/cities/points/payload/clear", { points: [7, 8] });
  await setPayload(server, "named", [2, 5, 6], { second: "ü" });
  await call(server, "PATCH", "/collections/cities", { metadata: { life: 2, kept: true } });
  await call(server, "PUT", "/collections/cities/index", { field_name: "n", field_schema: "integer" });
  await call(server, "PUT", "/collections/cities/index", { field_name: "name", field_schema: "keyword" });
  await changeAliases(
    server,
    ...["towns", "old"].map((alias) => createAlias(alias, "cities")),
    createAlias("names", "named"),
  );
  await call(server, "PUT", "/collections/late", { vectors_config: { size: DIMENSION, distance: "Dot" } });
  await call(server, "PUT", "/collections/late/points", { points: cities(0, 3) });
}

async function thirdLife(server: ServerProcess): Promise<void> {
  await call(server, "PUT", "/collections/cities/points", { points: cities(45, 55) });
  await call(server, "POST", "/collections/cities/points/delete", { points: [50, 0] });
  await call(server, "PUT", "/collections/named/points", { points: [named(5), named(40)] });
  await setPayload(server, "cities", [2, 9, 51, UUID], { third: null });
  await call(server, "PUT", "/collections/named/points/payload", { points: [6, 7], payload: { third: 1.5 } });
  await call(server, "PATCH", "/collections/cities", { metadata: { life: 3 } });
  await call(server, "DELETE", "/collections/cities/index/name");
  await changeAliases(server, { delete_alias: { alias_name: "old" } }, createAlias("new", "cities"));
  await call(server, "PUT", "/collections/tail", { vectors_config: { size: DIMENSION, distance: "Dot" } });
  await call(server, "PUT", "/collections/tail/points", { points: cities(7, 8) });
}

function setPayload(server: ServerProcess, name: string, points: unknown[], payload: object) {
  return call(server, "POST", `/collections/${name}/points/payload`, { points, payload });
}

function createAlias(alias_name: string, collection_name: string) {
  return { create_alias: { alias_name, collection_name } };
}

function changeAliases(server: ServerProcess, ...actions: object[]) {
  return call(server, "POST", "/aliases", { actions });
}

/** Resolves when the graphs are built, because checkpoints save them. */
async function indexed(server: ServerProcess, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const status = async () =>
      (await call(server, "GET", `/collections/${name}`)).result as { status: string };
    while ((await status()).status !== "green") await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function everything(server: ServerProcess, names: readonly string[]): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const name of names) {
    const points: unknown[] = [];
    for (const id of IDS) {
      const response = await fetch(`${server.url}/collections/${name}/points/${id}`);
      if (response.ok) points.push(((await response.json()) as { result: unknown }).result);
    }
    shown[name] = points;
  }
  return shown;
}

/** Returns aliases, and everything of a collection that can be changed. */
async function everythingBesidePoints(server: ServerProcess, name: string): Promise<object> {
  const { result } = await call(server, "GET", `/collections/${name}`);
  const { config, payload_schema } = result as { config: { metadata: object }; payload_schema: object };
  const { result: aliases } = await call(server, "GET", "/aliases");
  return { metadata: config.metadata, indexes: Object.keys(payload_schema), ...(aliases as object) };
}
