// The indexer: when it begins the graph of a real vector store, with a clock that the test sets.
import { expect } from "chai";
import { Indexer } from "../../../src/engine/indexer.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { NO_SLOTS, spec, storeHost } from "./fixtures.ts";

/** An indexer whose time and slices are run by the test. */
class Background {
  #now = 0;
  #tasks: (() => void)[] = [];
  #timers: { at: number; task: () => void }[] = [];
  readonly indexer = new Indexer((task) => void this.#tasks.push(task), {
    now: () => this.#now,
    after: (ms, task) => {
      const timer = { at: this.#now + ms, task };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      };
    },
  });

  get timers(): number {
    return this.#timers.length;
  }

  /** Lets the given time pass, and then runs at most `turns` slices of the work that is due. */
  pass(ms: number, turns = 100): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { task } of due) task();
    for (let turn = 0; turn < turns && this.#tasks.length > 0; turn++) this.#tasks.shift()!();
  }
}

describe("the indexer", () => {
  let background: Background;
  let store: VectorStore;
  beforeEach(() => {
    background = new Background();
    store = VectorStore.create(storeHost(), spec({ dimension: 1, metric: "Euclid", encoding: "none", m: 2 }));
  });

  const write = (slots: number) => {
    const first = store.stats().count;
    store.reserve(first + slots);
    const vectors = Float32Array.from({ length: slots }, (_, i) => first + i);
    store.write({ store: 1, first, slots, rows: null, vectors, dead: NO_SLOTS });
    background.indexer.noteWrite(store);
  };
  const nodes = () => store.stats().nodes;

  it("the indexer begins a graph when nothing has been written for 300 ms", () => {
    write(10);
    background.pass(200);
    write(10);
    background.pass(299);
    expect(nodes()).to.equal(0);
    background.pass(1);
    expect(store.stats()).to.include({ nodes: 20, indexed: 20 });
  });

  it("the indexer neither begins nor continues a graph while graphs are held and 300 ms longer, unless a caller waits", async () => {
    write(10);
    background.pass(300);
    background.indexer.hold(true);
    write(10);
    background.pass(20_000);
    expect(nodes()).to.equal(10);
    background.indexer.hold(false);
    background.pass(299);
    expect(nodes()).to.equal(10);
    background.pass(1);
    expect(nodes()).to.equal(20);
    background.indexer.hold(true);
    write(10);
    const waited = background.indexer.wait(store);
    background.pass(0);
    await waited;
    expect(nodes()).to.equal(30);
  });

  it("the indexer begins a graph ten seconds after the first write at the latest, while writing continues", () => {
    for (let ms = 0; ms < 9_900; ms += 100) {
      write(1);
      background.pass(100);
    }
    expect(nodes()).to.equal(0);
    write(1);
    background.pass(100);
    expect(nodes()).to.equal(100);
  });

  it("the indexer begins a graph at once when 131,072 slots have been written", () => {
    write(2 ** 17 - 1);
    background.pass(0, 1);
    expect(nodes()).to.equal(0);
    write(1);
    background.pass(0, 1);
    expect(nodes()).to.be.above(0);
  });

  it("the indexer waits until writing pauses, however many slots there are, if the graph is built in bulk", () => {
    store = VectorStore.create(storeHost(), spec({ dimension: 1, metric: "Euclid", m: 2 }));
    write(2 ** 17);
    background.pass(299, 1);
    expect(store.bulk.isRunning).to.equal(false);
    background.pass(1, 1);
    expect(store.bulk.isRunning).to.equal(true);
  });

  it("the indexer begins a bulk build while writing continues when it has waited as long as the build would take", () => {
    store = VectorStore.create(storeHost(), spec({ dimension: 1, metric: "Euclid", m: 2 }));
    write(120_000);
    for (let ms = 0; ms < 11_900; ms += 100) {
      write(1);
      background.pass(100, 1);
    }
    expect(store.bulk.isRunning).to.equal(false);
    write(1);
    background.pass(200, 1);
    expect(store.bulk.isRunning).to.equal(true);
  });

  it("the indexer waits until writing pauses if a graph of all slots is to replace that of a few, and until then inserts none", () => {
    store = VectorStore.create(storeHost(), spec({ dimension: 1, metric: "Euclid", m: 2 }));
    write(10);
    background.pass(300);
    expect(nodes()).to.equal(10);
    write(20_000);
    background.pass(299, 1);
    expect([nodes(), store.bulk.isRunning]).to.deep.equal([10, false]);
    background.pass(1, 1);
    expect([nodes(), store.bulk.isRunning]).to.deep.equal([10, true]);
  });

  it("the indexer begins a graph at once when a caller waits for it", () => {
    write(10);
    void background.indexer.wait(store);
    background.pass(0);
    expect(nodes()).to.equal(10);
  });

  it("the indexer adds slots to an existing graph without a delay", () => {
    write(10);
    background.pass(300);
    write(10);
    background.pass(0);
    expect(nodes()).to.equal(20);
  });

  it("the indexer resolves waiting callers when the vector store is dropped", () => {
    write(10);
    expect(background.timers).to.equal(1);
    background.indexer.forget(store);
    expect(background.timers).to.equal(0);
  });
});
