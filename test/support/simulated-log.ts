// The log of a cluster in memory, with the faults of a real one, for tests of several servers in one process.
// The decision: delays are a few turns of the event loop, drawn from a seed, so that servers meet in every order and a
// run takes no time.
import { LogForked, LogTrimmed, LogUnavailable } from "../../src/errors/cluster.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import { chainOf, FIRST_CHAIN, type LogEntry, type ReplicatedLog } from "../../src/storage/replicated-log.ts";
import type { Random } from "../unit/engine/fixtures.ts";

export interface Faults {
  /** The share of appends whose answer is lost; half of them are in the log. */
  lost: number;
  /** The longest delay in turns of the event loop. */
  delay: number;
}

export class SimulatedLog {
  readonly id = crypto.randomUUID();
  readonly entries: LogEntry[] = [];
  readonly #ids = new Map<string, number>();
  readonly #random: Random;
  readonly faults: Faults;
  #first = 1;
  #wake: (() => void)[] = [];

  constructor(random: Random, faults: Partial<Faults> = {}) {
    this.#random = random;
    this.faults = { lost: 0, delay: 4, ...faults };
  }

  get position() {
    return {
      id: this.id,
      firstSeq: this.#first,
      lastSeq: this.#first - 1 + this.entries.length,
      warnings: [],
    };
  }

  /** Returns the log as one server sees it. */
  handle(): ReplicatedLog & { cut: boolean } {
    let isClosed = false;
    const handle = {
      /** Whether the server cannot reach the log. */
      cut: false,
      open: async () => this.position,
      append: async (entry: { readonly id: string; readonly body: Uint8Array }) => {
        await this.#delay();
        const isLost = this.#random() < this.faults.lost;
        if (handle.cut || (isLost && this.#random() < 0.5)) throw new LogUnavailable("cut off");
        const seq = this.#add(entry);
        await this.#delay();
        if (isLost) throw new LogUnavailable("the answer is lost");
        return seq;
      },
      head: async () => {
        await this.#delay();
        if (handle.cut) throw new LogUnavailable("cut off");
        return this.position.lastSeq;
      },
      read: async (
        { seq, chain }: { readonly seq: number; readonly chain: number | null },
        waitMs: number,
      ) => {
        await this.#delay();
        const until = performance.now() + waitMs;
        while (!isClosed && !handle.cut && seq >= this.position.lastSeq && performance.now() < until)
          await this.#nextEntry();
        if (handle.cut) throw new LogUnavailable("cut off");
        return isClosed ? [] : this.#read(seq, chain);
      },
      trim: async (below: number) => this.#trim(below),
      close: async () => {
        isClosed = true;
        this.#wakeAll();
      },
    };
    return handle;
  }

  #add({ id, body }: { readonly id: string; readonly body: Uint8Array }): number {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const before = this.entries.at(-1)?.chain ?? FIRST_CHAIN;
    const seq = this.position.lastSeq + 1;
    this.entries.push({ seq, id, body: body.slice(), chain: chainOf({ crc32 }, before, { id, body }) });
    this.#ids.set(id, seq);
    this.#wakeAll();
    return seq;
  }

  #read(seq: number, chain: number | null): LogEntry[] {
    if (seq > this.position.lastSeq) throw new LogForked(`it ends at ${this.position.lastSeq}`);
    if (seq + 1 < this.#first) throw new LogTrimmed(seq + 1, this.#first);
    const at = seq + 1 - this.#first;
    const known = seq === 0 ? FIRST_CHAIN : this.entries[at - 1]?.chain;
    if (chain !== null && known !== undefined && known !== chain)
      throw new LogForked(`entry ${seq} is another`);
    return this.entries.slice(at, at + 1 + Math.floor(this.#random() * 50));
  }

  #trim(below: number): void {
    this.entries.splice(0, Math.max(0, below - this.#first));
    this.#first = Math.max(this.#first, below);
  }

  async #delay(): Promise<void> {
    for (let turns = Math.floor(this.#random() * this.faults.delay); turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve));
  }

  #nextEntry(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 20);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #wakeAll(): void {
    const all = this.#wake;
    this.#wake = [];
    for (const wake of all) wake();
  }
}
