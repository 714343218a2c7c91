// Killed with -9, again and again: writers keep an account of what was acknowledged, outside of the killed process, and every
// restart must have all of it. KILLS sets how often (20); SEED the moments.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";

const KILLS = Number(process.env.KILLS ?? 20);
const SEED = Number(process.env.SEED ?? 1);
const WRITERS = 8;
const IDS_PER_WRITER = 50;
const LONGEST_LIFE_MS = 300;
const DIMENSION = 8;
const POINTS = "/collections/c/points";

/** What may be found under an id: what was acknowledged last, or what was under way when the server died. */
interface Account {
  acknowledged: number | null;
  inDoubt: (number | null)[];
}

describe(`a server that is killed ${KILLS} times (SEED=${SEED})`, () => {
  const random = seededRandom(SEED);
  const accounts = new Map<number, Account>();
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-kill-"));
  after(() => rmSync(dataDir, { recursive: true }));

  it("has every acknowledged write after each restart", async () => {
    let writes = 0;
    let midFlight = 0;
    for (let kill = 0; kill <= KILLS; kill++) {
      const server = await startServer(["--data-dir", dataDir]);
      if (kill === 0)
        await put(server.url, "/collections/c", { vectors_config: { size: DIMENSION, distance: "Dot" } });
      await verify(server.url);
      if (kill === KILLS) {
        expect((await server.stop()).code).to.equal(0);
        break;
      }
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        write(server.url, writer, () => writes++),
      );
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * LONGEST_LIFE_MS));
      const { signal } = await server.stop("SIGKILL");
      expect(signal).to.equal("SIGKILL");
      await Promise.all(writers);
      midFlight += [...accounts.values()].filter(({ inDoubt }) => inDoubt.length > 0).length;
    }
    process.stdout.write(
      `      ${KILLS} kills, ${writes} acknowledged writes, ${midFlight} in flight when killed, 0 lost\n`,
    );
    expect(writes).to.be.greaterThan(KILLS);
    expect(midFlight).to.be.greaterThan(0);
  });

  /** Upserts and deletes its own ids until the server is gone. */
  async function write(url: string, writer: number, onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const id = writer * IDS_PER_WRITER + Math.floor(random() * IDS_PER_WRITER);
      const value = random() < 0.2 ? null : Math.floor(random() * 1e6);
      const account = accounts.get(id) ?? { acknowledged: null, inDoubt: [] };
      accounts.set(id, account);
      account.inDoubt.push(value);
      try {
        if (value === null) await post(url, `${POINTS}/delete`, { points: [id] });
        else
          await put(url, POINTS, {
            points: [{ id, vector: Array(DIMENSION).fill(value), payload: { value } }],
          });
      } catch {
        return;
      }
      account.acknowledged = value;
      account.inDoubt = [];
      onAcknowledged();
    }
  }

  async function verify(url: string): Promise<void> {
    for (const [id, account] of accounts) {
      const found = await read(url, id);
      expect(found, `point ${id}, SEED=${SEED}`).to.be.oneOf([account.acknowledged, ...account.inDoubt]);
      account.acknowledged = found;
      account.inDoubt = [];
    }
  }
});

async function read(url: string, id: number): Promise<number | null> {
  const response = await fetch(`${url}${POINTS}/${id}`);
  if (response.status === 404) return null;
  const { result } = (await response.json()) as { result: { payload: { value: number }; vector: number[] } };
  expect(result.vector).to.deep.equal(Array(DIMENSION).fill(result.payload.value));
  return result.payload.value;
}

function put(url: string, path: string, body: unknown): Promise<void> {
  return send(url, "PUT", path, body);
}

function post(url: string, path: string, body: unknown): Promise<void> {
  return send(url, "POST", path, body);
}

async function send(url: string, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(url + path, { method, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}
