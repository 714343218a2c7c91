// The resident memory of a server with and without on_disk, compared with the bytes of its vectors as f32. The vectors
// are the real data set, or random ones of the same size. POINTS sets their number (20,000).
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { DIMENSION, hasMnist, loadMnist, row } from "../support/mnist.ts";
import { licensed, type ServerProcess } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { call, Servers } from "../support/servers.ts";

const POINTS = Number(process.env.POINTS ?? 20_000);
const BATCH = 500;
const SEARCHES = 300;
const EXACT_SEARCHES = 40;
const MEBIBYTE = 2 ** 20;
const POLL_MS = 200;

function madeUp(): Uint8Array {
  const random = seededRandom(1);
  return Uint8Array.from({ length: POINTS * DIMENSION }, () => (random() < 0.8 ? 0 : random() * 256));
}

const residentBytes = ({ child }: ServerProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) * 1024;

describe(`a server with ${POINTS} vectors of ${DIMENSION} dimensions`, () => {
  const data = hasMnist() ? loadMnist().base : madeUp();
  const used: Record<string, number> = {};
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers({ isOnDisk: true });
  });
  afterEach(() => servers.close());

  async function measure(on_disk: boolean): Promise<{ grown: number; hits: unknown[]; perSearchMs: number }> {
    const server = await licensed(await servers.start());
    const empty = residentBytes(server);
    await call(server, "PUT", "/collections/c", {
      vectors_config: { size: DIMENSION, distance: "Euclid", on_disk },
    });
    for (let first = 0; first < POINTS; first += BATCH) {
      const points = Array.from({ length: Math.min(BATCH, POINTS - first) }, (_, i) => ({
        id: first + i,
        vector: Array.from(row(data, first + i)),
      }));
      await call(server, "PUT", "/collections/c/points", { points });
    }
    for (let indexed = 0; indexed < POINTS; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const { result } = await call(server, "GET", "/collections/c");
      indexed = (result as { indexed_vectors_count: number }).indexed_vectors_count;
    }
    const search = async (i: number, params: object) => {
      const vector = Array.from(row(data, (i * 37) % POINTS));
      return (await call(server, "POST", "/collections/c/points/search", { vector, limit: 10, params }))
        .result;
    };
    const started = performance.now();
    for (let i = 0; i < SEARCHES; i++) await search(i, {});
    const perSearchMs = (performance.now() - started) / SEARCHES;
    const grown = residentBytes(server) - empty;
    // Two graphs of one collection differ, because points are inserted at different moments.
    const hits: unknown[] = [];
    for (let i = 0; i < EXACT_SEARCHES; i++) hits.push(await search(i, { exact: true }));
    return { grown, hits, perSearchMs };
  }

  it("a server needs far less memory than its vectors have with on_disk, and finds the same points", async () => {
    const memory = await measure(false);
    await servers.close();
    servers = new Servers({ isOnDisk: true });
    const disk = await measure(true);
    const raw = POINTS * DIMENSION * 4;
    for (const [name, { grown, perSearchMs }] of Object.entries({ memory, disk })) {
      used[name] = grown / raw;
      process.stdout.write(
        `      ${name}: ${Math.round(grown / MEBIBYTE)} MiB more than empty, ${(grown / raw).toFixed(2)} of ` +
          `${Math.round(raw / MEBIBYTE)} MiB of f32, ${perSearchMs.toFixed(2)} ms a search\n`,
      );
    }
    memory.hits.forEach((hits, i) => {
      expect(disk.hits[i], `search ${i}`).to.deep.equal(hits);
    });
    expect(memory.grown - disk.grown).to.be.above(raw * 0.7);
  });
});
