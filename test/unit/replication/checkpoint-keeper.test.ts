// When a node of a cluster stores a checkpoint, what it keeps, and what it tells.
import { expect } from "chai";
import { CheckpointDirectory } from "../../../src/replication/checkpoint-directory.ts";
import { CheckpointKeeper } from "../../../src/replication/checkpoint-keeper.ts";
import type { CheckpointStore } from "../../../src/storage/checkpoint-store.ts";
import { LOG, stored } from "../../support/checkpoints.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { until } from "../../support/until.ts";

const EVERY_MS = 60_000;
const GROWTH_BYTES = 1_000;

/** A clock whose one timer fires when the test says so. */
class HandClock {
  readonly waits: number[] = [];
  #task: (() => void) | null = null;

  now(): number {
    return 0;
  }

  after(ms: number, task: () => void): () => void {
    this.waits.push(ms);
    this.#task = task;
    return () => {
      this.#task = null;
    };
  }

  get isWaiting(): boolean {
    return this.#task !== null;
  }

  fire(): void {
    const task = this.#task;
    this.#task = null;
    task?.();
  }
}

/** A node whose log has a hundred bytes for each record. */
class Source {
  at = 0;
  /** The number of bodies that were ended. */
  ended = 0;
  made = 0;
  /** Is awaited in the middle of a body. */
  held: Promise<void> = Promise.resolve();

  lsn(): number {
    return this.at;
  }

  bytesSince(lsn: number): number {
    return 100 * (this.at - lsn);
  }

  async backup() {
    this.made++;
    return { lsn: this.at, body: this.#body() };
  }

  #body(): AsyncIterableIterator<Uint8Array> {
    let left = 3;
    const body: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => body,
      next: async () => {
        await this.held;
        if (left-- > 0) return { done: false, value: new Uint8Array(1_000) };
        return { done: true, value: undefined };
      },
      return: async () => {
        this.ended++;
        return { done: true, value: undefined };
      },
    };
    return body;
  }
}

describe("the keeper of checkpoints", () => {
  let store: CheckpointStore;
  let source: Source;
  let clock: HandClock;
  let keeper: CheckpointKeeper;
  let lines: string[];

  function keeperOf(one: CheckpointStore): CheckpointKeeper {
    const tell = (about: object, text: string) => void lines.push(`${text} ${JSON.stringify(about)}`);
    return new CheckpointKeeper({
      ...{ store: one, source, clock, everyMs: EVERY_MS, growthBytes: GROWTH_BYTES, random: () => 0.5 },
      log: { info: tell, warn: tell } as never,
    });
  }

  beforeEach(() => {
    const directory = scratchFolder("azimuth-keeper-");
    store = new CheckpointDirectory({ directory, log: LOG, now: Date.now });
    source = new Source();
    clock = new HandClock();
    lines = [];
    keeper = keeperOf(store);
  });
  afterEach(() => keeper.stop());

  /** Lets the node apply records up to an LSN, and look at the store. */
  async function look(at: number): Promise<void> {
    source.at = at;
    clock.fire();
    await until(() => clock.isWaiting);
  }

  const lsns = async () => (await store.list()).map(({ lsn }) => lsn);

  it("the keeper of checkpoints stores the first one as soon as there is a record", async () => {
    keeper.begin();
    await look(0);
    expect(await lsns()).to.deep.equal([]);
    expect(keeper.status).to.deep.equal({ lsn: null, at: null, problem: null });
    await look(1);
    expect(await lsns()).to.deep.equal([1]);
    expect(keeper.status).to.include({ lsn: 1, problem: null });
  });

  it("the keeper of checkpoints looks after a part of the interval first, so that nodes do it at different times", async () => {
    keeper.begin();
    await look(0);
    expect(clock.waits).to.deep.equal([EVERY_MS / 2, EVERY_MS]);
  });

  it("the keeper of checkpoints stores the next one when the log has grown enough", async () => {
    keeper.begin();
    for (const at of [5, 14, 15]) await look(at);
    expect(await lsns()).to.deep.equal([15, 5]);
    expect(source.made).to.equal(2);
  });

  it("the keeper of checkpoints counts those of other nodes", async () => {
    await stored(store, 20);
    keeper.begin();
    await look(25);
    expect(source.made).to.equal(0);
    expect(keeper.status.lsn).to.equal(20);
  });

  it("the keeper of checkpoints does not store its copy when another node was quicker", async () => {
    const real = store.newest.bind(store);
    store.newest = async () => {
      await stored(store, 30);
      return real();
    };
    keeper.begin();
    await look(25);
    expect(await lsns()).to.deep.equal([30]);
    expect([source.made, source.ended]).to.deep.equal([1, 1]);
    expect(keeper.status.lsn).to.equal(30);
  });

  it("the keeper of checkpoints keeps the two newest, and lets the log be trimmed below the older one", async () => {
    keeper.begin();
    await look(10);
    expect(keeper.trimBelow).to.equal(null);
    for (const at of [20, 30, 40]) await look(at);
    expect(await lsns()).to.deep.equal([40, 30]);
    expect(keeper.trimBelow).to.equal(30);
  });

  it("the keeper of checkpoints never stores two at a time", async () => {
    let release: () => void = () => {};
    source.held = new Promise((resolve) => {
      release = resolve;
    });
    keeper.begin();
    source.at = 1;
    clock.fire();
    await until(() => source.made === 1);
    expect(clock.isWaiting).to.equal(false);
    release();
    await until(() => clock.isWaiting);
    expect(source.made).to.equal(1);
  });

  it("the keeper of checkpoints ends the body of a checkpoint whose storing fails", async () => {
    store.put = async () => {
      throw new Error("the disk is full");
    };
    keeper.begin();
    await look(1);
    expect([source.made, source.ended]).to.deep.equal([1, 1]);
  });

  it("the keeper of checkpoints tells a problem once, and its end", async () => {
    const real = store.list.bind(store);
    const failing = (text: string) => async () => {
      throw new Error(text);
    };
    keeper.begin();
    store.list = failing("it is away");
    await look(1);
    await look(2);
    expect(keeper.status.problem).to.equal("it is away");
    store.list = failing("it refuses");
    await look(3);
    store.list = real;
    await look(4);
    expect(keeper.status).to.include({ lsn: 4, problem: null });
    expect(lines.map((line) => /^[^{]+/.exec(line)![0].trim())).to.deep.equal([
      ...["no checkpoint can be stored", "no checkpoint can be stored"],
      ...["checkpoint stored", "checkpoints are stored again"],
    ]);
    expect(lines[0]).to.contain(`"problem":"it is away"`).and.contain(store.location);
  });

  it("the keeper of checkpoints gives up what is being stored when it stops", async () => {
    let release: () => void = () => {};
    source.held = new Promise((resolve) => {
      release = resolve;
    });
    keeper.begin();
    source.at = 1;
    clock.fire();
    await until(() => source.made === 1);
    const stopped = keeper.stop();
    release();
    await stopped;
    expect(await lsns()).to.deep.equal([]);
    expect(source.ended).to.be.greaterThan(0);
    expect([clock.isWaiting, lines]).to.deep.equal([false, []]);
  });
});
