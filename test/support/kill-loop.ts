// Kills a real server with -9 repeatedly: during writes, checkpoints and starts.
// The decision: the acknowledged writes are recorded here, outside of the killed server, and the state after each start
// is compared with them. The flags of each life, and the call at which it is killed, are random.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { between, pick, type Random } from "./chance.ts";
import { KillOracle } from "./kill-oracle.ts";
import { Violation } from "./oracle.ts";
import { type ServerProcess, startServer } from "./process.ts";
import { seededRandom } from "./random.ts";

const POINTS = new URL("./kill-points.mjs", import.meta.url).href;
const WRITERS = 8;
const LONGEST_LIFE_MS = 300;
/** The time after which the server is killed anyway if it has not reached the chosen call. */
const PATIENCE_MS = 600;

/** The event that ends a life, unless something else does before. */
type Aim = "timer" | "start" | "checkpoint" | "log" | "stop";

/** The activity of the process when it was killed. */
export type Place = "start" | "checkpoint" | "log" | "elsewhere" | "timer";

interface KillPoint {
  readonly at: string;
  readonly paths: string;
}

export class KillLoop {
  readonly oracle: KillOracle;
  readonly kills: Record<Place, number> = { start: 0, checkpoint: 0, log: 0, elsewhere: 0, timer: 0 };
  stops = 0;
  readonly #random: Random;
  readonly #dataDir = mkdtempSync(join(tmpdir(), "azimuth-kill-"));

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.oracle = new KillOracle(this.#random);
  }

  get count(): number {
    return Object.values(this.kills).reduce((sum, kills) => sum + kills, 0);
  }

  /** Kills servers repeatedly. @throws Violation when an acknowledged write is lost */
  async run(kills: number): Promise<void> {
    while (this.count < kills) await this.#live(pick(this.#random, AIMS));
    const server = await startServer(this.#arguments());
    await this.oracle.verify(server.url);
    await server.stop();
  }

  remove(): void {
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  toString(): string {
    const { start, checkpoint, log, elsewhere, timer } = this.kills;
    const { acknowledged, inDoubt, starts } = this.oracle;
    return (
      `${this.count} kills (${start} during recovery, ${checkpoint} during a checkpoint, ${log} in the log, ` +
      `${elsewhere} in rows and drops, ${timer} by timer), ` +
      `${this.stops} orderly stops, ${starts} starts verified, ${acknowledged} acknowledged writes, ${inDoubt} in doubt, 0 lost`
    );
  }

  async #live(aim: Aim): Promise<void> {
    const point = aim === "stop" && this.#random() < 0.5 ? null : pointFor(aim, this.#random);
    const env = point
      ? { KILL_AT: point.at, KILL_PATHS: point.paths, NODE_OPTIONS: `--import ${POINTS}` }
      : {};
    let server: ServerProcess;
    try {
      server = await startServer(this.#arguments(), env);
    } catch (error) {
      if (!(error as Error).message.includes("killed at ")) throw error;
      this.kills.start++;
      return;
    }
    let alive = true;
    const ended = new Promise<void>((resolve) => server.child.once("close", () => resolve())).then(() => {
      alive = false;
    });
    await this.oracle.verify(server.url).catch(async (error) => {
      if (error instanceof Violation) throw error;
      // If the server was killed during the check, the next start is checked again.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      if (alive) throw error;
    });
    // Writes in doubt are kept; writing more to a dead server would replace them.
    if (!alive) return this.#note("SIGKILL", server.output());
    const work = [...Array(WRITERS).keys()].map((writer) => this.oracle.write(server.url, writer));
    work.push(this.oracle.changeCollections(server.url));
    if (aim !== "log" && this.#random() < 0.8) work.push(checkpoints(server.url));
    const lifeMs = point && aim !== "stop" ? PATIENCE_MS : between(this.#random, 20, LONGEST_LIFE_MS);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, lifeMs))]);
    const signal = aim === "stop" ? "SIGTERM" : "SIGKILL";
    const { signal: by } = alive ? await server.stop(signal) : { signal: "SIGKILL" };
    await Promise.all([...work, ended]);
    this.#note(by, server.output());
  }

  #note(signal: string | null, output: string): void {
    if (signal === null) this.stops++;
    else if (!output.includes("killed at ")) this.kills.timer++;
    else if (/killed at \w+ of \S*\/wal/.test(output)) this.kills.log++;
    else if (BY_OTHERS.test(output)) this.kills.elsewhere++;
    else this.kills.checkpoint++;
  }

  #arguments(): string[] {
    const random = this.#random;
    const often = random() < 0.5 ? ["--checkpoint-log-size", "1MiB", "--checkpoint-interval", "1"] : [];
    return ["--data-dir", this.#dataDir, "--extended-api", "--workers", pick(random, ["1", "2"]), ...often];
  }
}

const AIMS: readonly Aim[] = [
  "timer",
  "start",
  "start",
  "checkpoint",
  "checkpoint",
  "checkpoint",
  "log",
  "stop",
];
/** Calls of other threads: rows that are written with points, and files of dropped collections. */
const BY_OTHERS =
  /killed at (writevSync of \S*\.f32|openSync of \S*\.f32|rmSync of \S*\/collections\/[^/\s]+\s)/;
const STORED = "/(checkpoints|collections)";

function pointFor(aim: Aim, random: Random): KillPoint | null {
  const at = (call: string, most: number, side = pick(random, ["before", "after"])) =>
    `${call}:${between(random, 1, most)}:${side}`;
  const write = (most: number) => at("writevSync", most, pick(random, ["before", "half", "after"]));
  switch (aim) {
    case "timer":
      return null;
    case "start": {
      const calls = [
        write(4),
        at("fdatasyncSync", 4),
        at("renameSync", 2),
        at("rmSync", 3),
        at("fsyncSync", 3),
      ];
      return {
        at: pick(random, [...calls, at("openSync", 30), at("readSync", 40)]),
        paths: "/azimuth-kill-",
      };
    }
    case "log":
      // The number is so small that a busy machine reaches it in time.
      return { at: pick(random, [write(20), at("fdatasyncSync", 20)]), paths: "/wal" };
    default: {
      const calls = [write(30), write(30), at("fdatasyncSync", 30), at("renameSync", 6), at("rmSync", 6)];
      return { at: pick(random, [...calls, at("fsyncSync", 12), at("openSync", 40)]), paths: STORED };
    }
  }
}

/** Takes one checkpoint after another until the server ends. */
async function checkpoints(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${url}/checkpoint`, { method: "POST" })).arrayBuffer();
    } catch {
      return;
    }
  }
}
