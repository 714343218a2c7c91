// Compiles the program for the Node that builds it: runs a server over data of each kind, lets it answer requests, and
// keeps the code that V8 compiled meanwhile beside the script (threads/compiled-script.ts).
// The decision: only functions that have run are in that code, so a start, which runs the same ones, compiles hardly
// anything. The first server writes the data and is killed, so that the second one has both a checkpoint and records
// to replay.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const HOOK = new URL("code-cache-hook.mjs", import.meta.url).href;
const ENV = { ...process.env, AZIMUTH_REST_PORT: "0", AZIMUTH_GRPC_PORT: "0", AZIMUTH_UI_PORT: "0" };
const PATIENCE_MS = 20_000;
const POLL_MS = 20;
const POINTS = 1500;
const DIMENSION = 8;
const FILTER = {
  must: [
    { key: "n", range: { lt: 900 } },
    { key: "city", match: { except: ["city 3"] } },
  ],
};

/**
 * @param {string} script the path of the script that main.js runs
 * @returns {Promise<void>}
 */
export async function keepCompiled(script) {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-build-"));
  try {
    await serving(folder, async ({ url }) => {
      await fill(url);
      await request(url, "POST", "/checkpoint");
      await write(url, 0, POINTS / 2);
    });
    const code = await serving(folder, async ({ url, child }) => {
      await read(url);
      child.send("compiled code");
      const [text] = await once(child, "message");
      return Buffer.from(text, "base64");
    });
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    writeFileSync(`${script}.${process.version}-${process.arch}`, Buffer.concat([sum, code]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a server for the time of the work.
 * @template T
 * @param {string} folder
 * @param {(server: { url: string, child: import("node:child_process").ChildProcess }) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function serving(folder, work) {
  const portsFile = join(folder, "ports.json");
  rmSync(portsFile, { force: true });
  const flags = ["--data-dir", join(folder, "data"), "--ports-file", portsFile, "--log-level", "error"];
  const args = [
    "--import",
    HOOK,
    MAIN,
    "serve",
    "--extended-api",
    "--checkpoint-interval",
    "86400",
    ...flags,
  ];
  const child = spawn(process.execPath, args, { env: ENV, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  try {
    const url = `http://127.0.0.1:${await restPort(portsFile, child)}`;
    return await Promise.race([work({ url, child }), gone.then(() => Promise.reject(new Error("it ended")))]);
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
    await gone;
  }
}

/**
 * @param {string} portsFile
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
async function restPort(portsFile, child) {
  for (;;) {
    try {
      return JSON.parse(readFileSync(portsFile, "utf8")).rest;
    } catch {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server did not start");
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** @param {string} url */
async function fill(url) {
  await request(url, "PUT", "/collections/c", { vectors_config: { size: DIMENSION, distance: "Cosine" } });
  for (const [field_name, field_schema] of [
    ["n", "integer"],
    ["city", "keyword"],
  ])
    await request(url, "PUT", "/collections/c/index", { field_name, field_schema });
  await write(url, 0, POINTS);
}

/** @param {string} url @param {number} from @param {number} to */
async function write(url, from, to) {
  for (let first = from; first < to; first += 250) {
    const points = Array.from({ length: Math.min(250, to - first) }, (_, i) => pointOf(first + i));
    await request(url, "PUT", "/collections/c/points?wait=true", { points });
  }
}

/** @param {number} id */
function pointOf(id) {
  const vector = Array.from({ length: DIMENSION }, (_, i) => Math.sin(id * (i + 1)));
  return { id, vector, payload: { n: id, city: `city ${id % 7}`, title: `the point with the number ${id}` } };
}

/** @param {string} url */
async function read(url) {
  const { vector } = pointOf(5);
  const points = "/collections/c/points";
  await request(url, "POST", `${points}/search`, { vector, limit: 10, filter: FILTER, with_payload: false });
  await request(url, "POST", `${points}/search`, { vector, limit: 10 });
  await request(url, "POST", points, { ids: [1, 2, 3], with_payload: true });
  await request(url, "POST", `${points}/scroll`, { limit: 10, filter: FILTER });
  await request(url, "POST", `${points}/count`, { filter: FILTER });
  await write(url, 0, 1);
}

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function request(url, method, path, body) {
  const response = await fetch(url + path, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
}
