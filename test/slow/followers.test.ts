// A leader and its follower that are killed, stopped and exchanged at random moments, while clients write and read
// registers. ROUNDS sets the number of faults (40), SEED repeats a run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { freePort, type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { Registers } from "../support/registers.ts";

const ROUNDS = countOf("ROUNDS", 40);
const REGISTERS = 12;
const MAX_PAUSE_MS = 1_500;

/** One of two servers, on its port and directory. */
class Member {
  readonly url: string;
  server: ServerProcess | null = null;
  readonly #port: number;
  readonly #dataDir: string;

  constructor(port: number, dataDir: string) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(leader?: Member): Promise<void> {
    const follow = leader === undefined ? [] : ["--follow", leader.url];
    // A later argument counts.
    const args = [
      "--data-dir",
      this.#dataDir,
      "--rest-port",
      String(this.#port),
      "--workers",
      "1",
      ...follow,
    ];
    this.server = await startServer(args);
  }

  async kill(): Promise<void> {
    await this.server!.stop("SIGKILL");
  }

  async pause(ms: number): Promise<void> {
    this.server!.child.kill("SIGSTOP");
    await sleep(ms);
    this.server!.child.kill("SIGCONT");
  }

  async promote(): Promise<void> {
    const response = await fetch(`${this.url}/cluster/promote`, { method: "POST", body: "{}" });
    if (response.status !== 200) throw new Error(await response.text());
  }
}

describe("a leader and a follower with faults", () => {
  it("a leader and a follower with faults lose no acknowledged write, and no reader misses one that it asks for", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const folder = mkdtempSync(join(tmpdir(), "azimuth-followers-"));
    let [leader, follower] = (await Promise.all(
      ["a", "b"].map(async (name) => new Member(await freePort(), join(folder, name))),
    )) as [Member, Member];
    const counts: Record<string, number> = {};
    const registers = new Registers(() => ({ leader, follower }), REGISTERS, seededRandom(seed + 1));
    const faults: Record<string, () => Promise<void>> = {
      "follower killed": async () => {
        await follower.kill();
        await sleep(random() * MAX_PAUSE_MS);
        await follower.start(leader);
      },
      "leader killed": async () => {
        await leader.kill();
        await sleep(random() * MAX_PAUSE_MS);
        await leader.start();
      },
      "follower stopped": () => follower.pause(random() * MAX_PAUSE_MS),
      "leader stopped": () => leader.pause(random() * MAX_PAUSE_MS),
      "roles exchanged": async () => {
        await follower.promote();
        [leader, follower] = [follower, leader];
        await follower.kill();
        await follower.start(leader);
      },
    };
    try {
      await leader.start();
      await registers.create();
      await follower.start(leader);
      registers.start();
      for (let round = 0; round < ROUNDS; round++) {
        const names = Object.keys(faults);
        const name = names[Math.floor(random() * names.length)]!;
        await faults[name]!();
        counts[name] = (counts[name] ?? 0) + 1;
        await sleep(200 + random() * 800);
        expect(registers.faults, `SEED=${seed}, round ${round}: ${name}`).to.deep.equal([]);
      }
      await registers.stop();
      await registers.compare();
      const { acknowledged, reads, failed } = registers;
      process.stdout.write(
        `      SEED=${seed}: ${JSON.stringify({ ...counts, acknowledged, reads, failed })}\n`,
      );
      expect(registers.faults, `SEED=${seed}`).to.deep.equal([]);
      expect(acknowledged).to.be.greaterThan(ROUNDS * 20);
    } finally {
      await registers.stop();
      for (const { server } of [leader, follower]) server?.child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(60_000 + ROUNDS * 10_000);
});
