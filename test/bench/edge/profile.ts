// Profiles the main thread of a server during a measurement, as a `.cpuprofile`: Chrome's developer tools and
// speedscope.app show such a file as a flame graph. The decision: signals tell the server when to begin and when to
// write, so that loading and warming up are not in the profile.
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RESULTS } from "../peers.ts";

const FOLDER = join(RESULTS, "profiles");
const IDLE = "(idle)";
/** The profiler's own work when it begins, which is native code without a URL. */
const PROFILER = "dispatch";
const CHECK_MS = 50;

/** A process that was started with the environment of the profile. */
interface Profiled {
  readonly child: ChildProcess;
}

/** The part of a profile that is read here. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

export class Profile {
  readonly #file: string;

  /** @param name the file name without its extension */
  constructor(name: string) {
    mkdirSync(FOLDER, { recursive: true });
    this.#file = join(FOLDER, `${name}.cpuprofile`);
  }

  /** Environment variables that the server must be started with. */
  get env(): NodeJS.ProcessEnv {
    const script = `import { isMainThread } from "node:worker_threads";
import { Session } from "node:inspector/promises";
import { renameSync, writeFileSync } from "node:fs";
if (isMainThread) {
  const session = new Session();
  let begun = false;
  process.on("SIGUSR2", async () => {
    if (!begun) {
      begun = true;
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.start");
      return;
    }
    begun = false;
    const { profile } = await session.post("Profiler.stop");
    // The server is measured without the profiler from here on.
    session.disconnect();
    const file = ${JSON.stringify(this.#file)};
    writeFileSync(file + ".part", JSON.stringify(profile));
    renameSync(file + ".part", file);
  });
}`;
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
  }

  begin({ child }: Profiled): void {
    rmSync(this.#file, { force: true });
    child.kill("SIGUSR2");
  }

  /** @returns the path of the profile, and the functions with the most CPU time */
  async end({ child }: Profiled, most = 8): Promise<string> {
    child.kill("SIGUSR2");
    while (!existsSync(this.#file)) await sleep(CHECK_MS);
    const costs = costsIn(JSON.parse(readFileSync(this.#file, "utf8")) as CpuProfile);
    const lines = costs
      .slice(0, most)
      .map(([name, share]) => `  ${(share * 100).toFixed(1).padStart(5)} % ${name}`);
    return `${this.#file}\n${lines.join("\n")}\n`;
  }
}

/** Returns functions with their own time, as a share of the time that was not idle. */
function costsIn({ nodes, samples, timeDeltas }: CpuProfile): (readonly [string, number])[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      url.startsWith("wasm")
        ? "the engine"
        : functionName === PROFILER && url === ""
          ? IDLE
          : functionName || "(anonymous)",
    ]),
  );
  const times = new Map<string, number>();
  samples.forEach((id, i) => {
    const name = names.get(id)!;
    times.set(name, (times.get(name) ?? 0) + timeDeltas[i]!);
  });
  times.delete(IDLE);
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return Array.from(times, ([name, time]) => [name, time / all] as const).sort((a, b) => b[1] - a[1]);
}
