// Three servers of a cluster over PostgreSQL with two standbys, beside a server alone on the same machine: acknowledged
// upserts, the time of a small write, and the searches that three servers can answer against one.
// The decision: all of them share the cores of this machine, so searches are compared by their CPU, as on machines of
// their own, and upserts by the clock, which is harder for the cluster. Searches begin when every graph is built and
// the code of every server is compiled: two of the three have answered nothing before.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startQuorum } from "../support/postgres.ts";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { inParallel, request, untilIndexed } from "./requests.ts";

const COLLECTION = "/collections/c";
const DIMENSION = 128;
const POINTS = 5_000;
const CONNECTIONS = 4;
const SERVERS = 3;
/** Searches of a server before those that are measured. */
const WARM_UP = 1_500;
const MUST_SHARE = 0.5;
const MUST_WRITE_MS = 5;
const MUST_READS = 2.5;
/** Ticks of the clock of the kernel in a second (`getconf CLK_TCK`). */
const TICKS = 100;

export async function cluster({ quick, repeats }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const postgres = await startQuorum();
  const running: ServerProcess[] = [];
  const start = async (name: string, ...args: string[]) => {
    const server = await licensed(await startServer(["--data-dir", join(folder, name), ...args]));
    running.push(server);
    return server;
  };
  try {
    const alone = new Load(await start("alone"));
    const members: Load[] = [];
    for (let i = 0; i < SERVERS; i++) {
      const names = ["--cluster-name", "bench", "--cluster-node", `n${i}`, "--cluster-log-url", postgres.url];
      members.push(new Load(await start(`n${i}`, ...names)));
    }
    const [first] = members;
    for (const load of [alone, first!]) {
      await request(load.server.url, "PUT", COLLECTION, { vectors: { size: DIMENSION, distance: "Dot" } });
      await load.fill();
    }
    const seconds = quick ? 1 : 4;
    const shares: number[] = [];
    const latencies: number[] = [];
    for (let i = 0; i < repeats; i++) {
      const before = await alone.upserts(CONNECTIONS, seconds);
      shares.push((await first!.upserts(CONNECTIONS, seconds)).rate / before.rate);
      latencies.push((await first!.upserts(1, seconds)).p50);
    }
    for (const { server } of members) await caughtUp(server.url, first!.applied);
    const own = await alone.searchCpu(quick ? 300 : 2_000);
    const costs: number[] = [];
    for (const load of members) costs.push(await load.searchCpu(quick ? 300 : 2_000));
    return rowsOf(
      shares,
      latencies,
      costs.reduce((sum, cost) => sum + own / cost, 0),
    );
  } finally {
    for (const server of running) await server.stop("SIGKILL");
    await postgres.remove();
    rmSync(folder, { recursive: true });
  }
}

function rowsOf(shares: readonly number[], latencies: readonly number[], reads: number): Row[] {
  const engine = "azimuth";
  const all = `${SERVERS} servers and PostgreSQL x ${SERVERS} on this machine`;
  return [
    {
      ...{ engine, value: median(shares), unit: "x", must: MUST_SHARE },
      goal: `upserts/s of one point at ${CONNECTIONS} connections, against a server alone`,
      note: all,
    },
    {
      ...{ engine, value: median(latencies), unit: "ms", must: MUST_WRITE_MS, ceiling: true },
      goal: "p50 of an upsert of one point, one connection",
      note: all,
    },
    {
      ...{ engine, value: reads, unit: "x", must: MUST_READS },
      goal: `searches by CPU of ${SERVERS} servers, against a server alone`,
    },
  ];
}

class Load {
  readonly server: ServerProcess;
  /** The position of the last write. */
  applied = "0:0";
  readonly #random = seededRandom(7);
  #next = 0;

  constructor(server: ServerProcess) {
    this.server = server;
  }

  async fill(): Promise<void> {
    while (this.#next < POINTS) await this.#upsert(100);
  }

  /** Writes one point at a time. @returns writes a second, and milliseconds of one */
  async upserts(connections: number, seconds: number): Promise<{ rate: number; p50: number }> {
    const times: number[] = [];
    const until = performance.now() + seconds * 1000;
    await inParallel(connections, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        await this.#upsert(1);
        times.push(performance.now() - began);
      }
    });
    return { rate: times.length / seconds, p50: median(times) };
  }

  /** Returns the CPU time of a search in milliseconds, of all threads of the server. */
  async searchCpu(count: number): Promise<number> {
    const search = () =>
      request(this.server.url, "POST", `${COLLECTION}/points/search`, { vector: this.#vector(), limit: 10 });
    await untilIndexed(this.server.url, COLLECTION);
    for (let i = 0; i < WARM_UP; i++) await search();
    const before = cpuMs(this.server.child.pid!);
    for (let i = 0; i < count; i++) await search();
    return (cpuMs(this.server.child.pid!) - before) / count;
  }

  async #upsert(count: number): Promise<void> {
    const points = Array.from({ length: count }, () => ({
      id: this.#next++ % POINTS,
      vector: this.#vector(),
    }));
    const body = JSON.stringify({ points });
    const response = await fetch(`${this.server.url}${COLLECTION}/points`, { method: "PUT", body });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
    this.applied = response.headers.get("x-applied")!;
  }

  #vector(): number[] {
    return Array.from({ length: DIMENSION }, () => Math.fround(this.#random()));
  }
}

/** Resolves when a server has everything up to a position. */
async function caughtUp(url: string, position: string): Promise<void> {
  const { status } = await fetch(`${url}${COLLECTION}?timeout=60`, { headers: { "x-at-least": position } });
  if (status !== 200) throw new Error(`the server answered ${status}`);
}

function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}
