// Fills a server in a process of its own until it refuses writes, and checks it then and afterwards.
import { expect } from "chai";
import { licensed, type ServerProcess } from "./process.ts";
import { seededRandom } from "./random.ts";
import { residentMiB } from "./resident.ts";
import { call, type Servers } from "./servers.ts";

export interface Filling {
  /** A memory limit such as `300MiB`. */
  readonly limit: string;
  readonly limitMiB: number;
  /** The memory that the process may use beyond its limit. */
  readonly slackMiB: number;
  readonly dimension: number;
  readonly payloadBytes: number;
  /** Points of one request. */
  readonly batch: number;
  readonly clients: number;
}

const POINTS = "/collections/c/points";
/**
 * The least size of the data (ids, vectors, payloads as JSON) that clients must have written before the server refuses.
 */
const LEAST_MIB = 6;
const ID_BYTES = 8;

/** Fills a server, checks it, restarts it, and empties it. @returns the measurements */
export async function fillAndFollow(servers: Servers, filling: Filling): Promise<Record<string, number>> {
  const { limitMiB, slackMiB } = filling;
  const start = () =>
    servers.start(["--data-dir", servers.folder, "--workers", "1"], { AZIMUTH_MEMORY_LIMIT: filling.limit });
  const first = await licensed(await start());
  expect(first.output()).to.contain(`"mib":${limitMiB}`).and.to.contain('"msg":"memory limit"');
  const emptyMiB = residentMiB(first);
  await createCollection(first, filling);
  const points = await fill(first, filling);
  expect(points * givenBytes(filling)).to.be.above(LEAST_MIB * 2 ** 20);
  await expectUse(first, filling, points);
  await call(first, "POST", `${POINTS}/delete`, { points: [0] });
  const firstMiB = residentMiB(first, "VmHWM");
  expect(firstMiB).to.be.below(limitMiB + slackMiB);
  await first.stop();

  const second = await start();
  await expectUse(second, filling, points - 1);
  // A restart frees memory, because payloads are read from files. Then it refuses again when that is full.
  const more = await fill(second, filling, points);
  const secondMiB = residentMiB(second, "VmHWM");
  expect(secondMiB).to.be.below(limitMiB + slackMiB);
  let again = 0;
  // A checkpoint in progress needs some memory for itself, whereas lost memory is missing each time.
  for (let round = 0; round < 2 && again <= points * 0.8; round++) {
    await call(second, "DELETE", "/collections/c");
    await createCollection(second, filling);
    again = await fill(second, filling);
  }
  expect(again).to.be.above(points * 0.8);
  const refilledMiB = residentMiB(second, "VmHWM");
  expect(refilledMiB).to.be.below(limitMiB + slackMiB);
  return { limitMiB, emptyMiB, points, firstMiB, more, secondMiB, again, refilledMiB };
}

function createCollection(server: ServerProcess, { dimension }: Filling): Promise<unknown> {
  return call(server, "PUT", "/collections/c", { vectors_config: { size: dimension, distance: "Euclid" } });
}

function givenBytes({ dimension, payloadBytes }: Filling): number {
  return ID_BYTES + dimension * 4 + JSON.stringify(payloadOf(payloadBytes)).length;
}

function payloadOf(bytes: number): object {
  return { text: "x".repeat(bytes) };
}

/** Writes until the first refusal. @param from the first id @returns the number of acknowledged points */
async function fill(server: ServerProcess, filling: Filling, from = 0): Promise<number> {
  let next = from;
  let acknowledged = 0;
  let full = false;
  const client = async () => {
    while (!full) {
      const id = next;
      next += filling.batch;
      const response = await upsert(server, filling, id, filling.batch);
      const text = await response.text();
      if (response.ok) {
        acknowledged += filling.batch;
        continue;
      }
      full = true;
      expect(response.status, text).to.equal(500);
      expect(JSON.parse(text).status).to.deep.equal({
        error: "Upsert failed: out of memory",
        code: "OUT_OF_MEMORY",
      });
    }
  };
  await Promise.all(Array.from({ length: filling.clients }, client));
  return acknowledged;
}

function upsert(server: ServerProcess, filling: Filling, first: number, count: number): Promise<Response> {
  const payload = payloadOf(filling.payloadBytes);
  const points = Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vector: vectorOf(filling, first + i),
    payload,
  }));
  return fetch(server.url + POINTS, { method: "PUT", body: JSON.stringify({ points }) });
}

/** Makes a unique vector quickly. */
function vectorOf({ dimension }: Filling, id: number): number[] {
  const random = seededRandom(id);
  return Array.from({ length: dimension }, () => Math.round(random() * 1e4) / 1e4);
}

/** Requires that all acknowledged points can be found and read. */
async function expectUse(server: ServerProcess, filling: Filling, points: number): Promise<void> {
  const { result } = await call(server, "POST", `${POINTS}/count`, {});
  expect(result).to.deep.equal({ count: points });
  for (let id = 1; id < points; id += Math.ceil(points / 10)) {
    const search = { vector: vectorOf(filling, id), limit: 1, params: { hnsw_ef: 200 }, with_payload: true };
    const { result: hits } = await call(server, "POST", `${POINTS}/search`, search);
    const [hit] = hits as { id: number; payload: { text: string } }[];
    expect(hit!.id).to.equal(id);
    expect(hit!.payload.text).to.have.length(filling.payloadBytes);
  }
}
