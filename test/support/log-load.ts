// Servers that append to a shared log while it fails, and what must be in the log afterwards.
// The decision: an append that failed is not repeated, so its entry may be in the log once or not at all.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { LogUnavailable } from "../../src/errors/cluster.ts";
import {
  FIRST_CHAIN,
  type LogEntry,
  NO_PLACES,
  type ReplicatedLog,
} from "../../src/storage/replicated-log.ts";
import { until } from "./until.ts";

const WRITERS = 4;

export class LogLoad {
  /** The numbers of the entries that were acknowledged, by id. */
  readonly acknowledged = new Map<string, number>();
  /** The ids of appends that failed. */
  readonly unknown = new Set<string>();
  #isOver = false;
  readonly #work: Promise<unknown>;

  constructor(logs: readonly ReplicatedLog[]) {
    this.#work = Promise.all(Array.from({ length: WRITERS }, (_, i) => this.#append(logs[i % logs.length]!)));
  }

  /** Resolves when `count` more entries were acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    await until(() => this.acknowledged.size >= goal);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** Expects that a log has every acknowledged entry at its number, no entry twice, and nothing else. */
  expectIn(entries: readonly LogEntry[]): void {
    const numbers = new Map(entries.map(({ id, seq }) => [id, seq]));
    expect(numbers.size, "an entry is in the log twice").to.equal(entries.length);
    for (const [id, seq] of this.acknowledged) expect(numbers.get(id), id).to.equal(seq);
    const others = [...numbers.keys()].filter((id) => !this.acknowledged.has(id) && !this.unknown.has(id));
    expect(others).to.deep.equal([]);
  }

  async #append(log: ReplicatedLog): Promise<void> {
    while (!this.#isOver) {
      const id = randomUUID();
      try {
        this.acknowledged.set(id, await log.append({ id, body: Buffer.from(id), place: null }));
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
        this.unknown.add(id);
      }
    }
  }
}

/** Reads a log as a server does that applies it, for as long as it is not stopped. */
export class LogTail {
  readonly entries: LogEntry[] = [];
  /** Errors but `LogUnavailable`. */
  readonly errors: unknown[] = [];
  #isOver = false;
  readonly #work: Promise<void>;

  constructor(log: ReplicatedLog) {
    this.#work = this.#read(log);
  }

  /** Ends when it has the entries up to the number. */
  async stopAt(seq: number): Promise<void> {
    await until(() => this.entries.length >= seq || this.errors.length > 0);
    this.#isOver = true;
    await this.#work;
  }

  async #read(log: ReplicatedLog): Promise<void> {
    while (!this.#isOver) {
      try {
        const end = this.entries.at(-1) ?? { seq: 0, chain: FIRST_CHAIN };
        this.entries.push(...(await log.read(end, 50, NO_PLACES)));
      } catch (error) {
        if (error instanceof LogUnavailable) continue;
        this.errors.push(error);
        return;
      }
    }
  }
}
