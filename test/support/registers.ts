// Registers with versions, written to a leader and read from its follower, by clients that outlive both.
// The decision: each id has one client, which writes rising versions and remembers the last that was acknowledged. What
// a reader must find follows from that, whatever happened to the servers meanwhile: no version that was acknowledged
// before the read began may be missing, and none may be there that was never sent.
import { setTimeout as sleep } from "node:timers/promises";

/** The servers at a time: the one to write to, and the one to read from. */
export interface Pair {
  readonly leader: { readonly url: string };
  readonly follower: { readonly url: string };
}

interface Register {
  readonly id: number;
  /** The last version that was sent, and the last that was acknowledged, with its position. */
  sent: number;
  acknowledged: number;
  position: string;
}

const COLLECTION = "/collections/registers";
const TIMEOUT_MS = 8_000;
const PAUSE_MS = 2;

export class Registers {
  readonly faults: string[] = [];
  acknowledged = 0;
  reads = 0;
  /** Requests that failed because of what was done to the servers. */
  failed = 0;
  readonly #pair: () => Pair;
  readonly #registers: readonly Register[];
  readonly #random: () => number;
  #isStopped = false;
  #clients: Promise<void>[] = [];

  /** @param pair returns the servers of the moment */
  constructor(pair: () => Pair, count: number, random: () => number) {
    this.#pair = pair;
    this.#random = random;
    this.#registers = Array.from({ length: count }, (_, id) => ({
      id,
      sent: 0,
      acknowledged: 0,
      position: "0:0",
    }));
  }

  async create(): Promise<void> {
    await ask(this.#pair().leader.url, "PUT", COLLECTION, { vectors: { size: 2, distance: "Dot" } });
  }

  start(): void {
    for (const register of this.#registers) this.#clients.push(this.#write(register), this.#read(register));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  /** Compares both servers with each other, and with what was acknowledged. */
  async compare(): Promise<void> {
    const { leader, follower } = this.#pair();
    // A last write, whose position has all others.
    const path = `${COLLECTION}/points`;
    const last = await ask(leader.url, "PUT", path, { points: [{ id: 1_000_000, vector: [0, 0] }] });
    const [first, second] = await Promise.all(
      [leader, follower].map(({ url }) => this.#all(url, last.position)),
    );
    if (JSON.stringify(first) !== JSON.stringify(second))
      this.faults.push("the servers have different points");
    for (const register of this.#registers)
      this.#judge(register, register.acknowledged, first!.get(register.id));
  }

  async #all(url: string, position: string): Promise<Map<number, number>> {
    const body = { limit: 10_000, with_payload: true };
    const { result } = await ask(url, "POST", `${COLLECTION}/points/scroll`, body, position);
    const points = (result as { points: { id: number; payload?: { version?: number } }[] }).points;
    return new Map(points.map(({ id, payload }) => [id, payload?.version ?? 0]));
  }

  async #write(register: Register): Promise<void> {
    while (!this.#isStopped) {
      const version = ++register.sent;
      const point = { id: register.id, vector: [version, register.id], payload: { version } };
      try {
        const path = `${COLLECTION}/points`;
        const { position } = await ask(this.#pair().leader.url, "PUT", path, { points: [point] });
        register.acknowledged = version;
        register.position = position;
        this.acknowledged++;
      } catch {
        this.failed++;
      }
      await sleep(PAUSE_MS);
    }
  }

  async #read(register: Register): Promise<void> {
    while (!this.#isStopped) {
      const { acknowledged, position } = register;
      const { leader, follower } = this.#pair();
      const { url } = this.#random() < 0.8 ? follower : leader;
      try {
        const path = `${COLLECTION}/points/${register.id}?timeout=5`;
        const { result } = await ask(url, "GET", path, undefined, position).catch((error) => {
          if (error instanceof Absent) return { result: null };
          throw error;
        });
        this.reads++;
        const found = (result as { payload: { version: number } } | null)?.payload.version;
        this.#judge(register, acknowledged, found);
      } catch {
        this.failed++;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** @param acknowledged the version that was acknowledged when the read began */
  #judge({ id, sent }: Register, acknowledged: number, found = 0): void {
    if (found < acknowledged)
      this.faults.push(`register ${id}: ${found} found, ${acknowledged} acknowledged`);
    if (found > sent) this.faults.push(`register ${id}: ${found} found, ${sent} sent`);
  }
}

class Absent extends Error {}

async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  position?: string,
): Promise<{ readonly result: unknown; readonly position: string }> {
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(position !== undefined && { headers: { "x-at-least": position } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 404) throw new Absent(text);
  if (response.status !== 200) throw new Error(text);
  const { result } = JSON.parse(text) as { result: unknown };
  return { result, position: response.headers.get("x-applied") ?? "0:0" };
}
