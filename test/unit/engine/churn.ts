// A writer that inserts and deletes while readers search without pause, and an oracle of the slots that each search may
// find. The decision: a slot counts as dead when its deletion was acknowledged before the search was sent, and as
// present when its insertion was; a search may see or not see what happens in between. Halfway everything is written to
// a second vector store, which the readers use when its graph is built, as in a rebuild.
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Hits, StoreHandle } from "../../../src/engine/types.ts";
import { append, floats, integer, kill, type Random, spec } from "./fixtures.ts";

const DIMENSION = 32;
/** Queries of one call. */
const BATCH = 64;
const K = 10;
const WALK = { k: K, ef: 100 };
const READERS = 4;
const CENTRES = 40;
/** The writer waits while more slots than this are not in the graph, so that searches do not only scan. */
const LONGEST_TAIL = 3000;

/** One vector store and the known state of its slots. */
class Book {
  readonly store: StoreHandle;
  readonly rows: Float32Array[] = [];
  /** The number of slots whose insertion was acknowledged. */
  acknowledged = 0;
  /** Slots whose deletion was sent. */
  readonly deleted = new Set<number>();
  /** Slot -> the number of acknowledged deletions when its own was acknowledged. */
  readonly dead = new Map<number, number>();
  readonly searches = new Set<Promise<unknown>>();

  constructor(store: StoreHandle) {
    this.store = store;
  }

  live(): number[] {
    return [...Array(this.acknowledged).keys()].filter((slot) => !this.deleted.has(slot));
  }
}

export interface ChurnOptions {
  readonly seconds: number;
  /** The least number of inserts and deletes. */
  readonly operations: number;
}

export class Churn {
  readonly #engine: Engine;
  readonly #random: Random;
  readonly #centres: Float32Array[];
  #book!: Book;
  #done = false;
  operations = 0;
  growths = 0;
  reindexed = 0;
  searches = 0;
  /** Searches for the vector of a point, and how many of them did not find the point. */
  targeted = 0;
  missed = 0;
  readonly recall = { hits: 0, wanted: 0 };

  constructor(engine: Engine, random: Random) {
    this.#engine = engine;
    this.#random = random;
    this.#centres = Array.from({ length: CENTRES }, () => floats(random, DIMENSION));
  }

  async run(options: ChurnOptions): Promise<void> {
    this.#book = await this.#open();
    await this.#insert(this.#book, 500);
    const readers = Array.from({ length: READERS }, (_, i) => this.#read(i));
    const writer = this.#write(options).finally(() => {
      this.#done = true;
    });
    await Promise.all([writer, ...readers]);
    await this.#engine.indexed(this.#book.store);
  }

  /** After the last write: the recall of the same kind of queries, and a search for every point by its own vector. */
  async quiet() {
    const book = this.#book;
    const recall = { hits: 0, wanted: 0 };
    for (let i = 0; i < 300; i++) await this.#measure(book, recall);
    const live = book.live();
    let missed = 0;
    // Two calls at a time, as there are two readers.
    for (let at = 0; at < live.length; at += 2 * BATCH) {
      const batches = [live.slice(at, at + BATCH), live.slice(at + BATCH, at + 2 * BATCH)];
      const counts = await Promise.all(batches.map((slots) => this.#missedOf(book, slots)));
      missed += counts[0]! + counts[1]!;
    }
    return { recall: recall.hits / recall.wanted, points: live.length, missed };
  }

  /** How many of the slots a graph search does not find by their own vector; an exact search must find them all. */
  async #missedOf(book: Book, slots: readonly number[]): Promise<number> {
    const queries = new Float32Array(slots.length * DIMENSION);
    slots.forEach((slot, i) => {
      queries.set(book.rows[slot]!, i * DIMENSION);
    });
    const walked = await this.#engine.searchBatch(book.store, queries, WALK);
    const compared = await this.#engine.searchBatch(book.store, queries, { k: 1, ef: 1, exact: true });
    slots.forEach((slot, i) => {
      expect(compared[i]!.slots[0], "found by an exact search").to.equal(slot);
    });
    return slots.filter((slot, i) => walked[i]!.slots[0] !== slot).length;
  }

  async faults() {
    return this.#engine.validate(this.#book.store);
  }

  async #open(): Promise<Book> {
    return new Book(await this.#engine.create(spec({ dimension: DIMENSION, metric: "Euclid" })));
  }

  #row(): Float32Array {
    const centre = this.#centres[integer(this.#random, 0, CENTRES - 1)]!;
    return floats(this.#random, DIMENSION).map((value, i) => 0.7 * value + centre[i]!);
  }

  async #write({ seconds, operations }: ChurnOptions): Promise<void> {
    const end = performance.now() + 1000 * seconds;
    while (this.operations < operations || performance.now() < end) {
      await this.#insert(this.#book, integer(this.#random, 1, 400));
      await this.#delete(this.#book, integer(this.#random, 1, 280));
      if (this.reindexed === 0 && this.operations > operations / 2) await this.#reindex();
      for (;;) {
        const { count, indexed } = await this.#engine.stats(this.#book.store);
        if (count - indexed <= LONGEST_TAIL) break;
      }
    }
  }

  async #insert(book: Book, count: number, rows = Array.from({ length: count }, () => this.#row())) {
    const before = await this.#engine.stats(book.store);
    book.rows.push(...rows);
    await append(this.#engine, book.store, rows);
    book.acknowledged += rows.length;
    this.operations += rows.length;
    if ((await this.#engine.stats(book.store)).capacity > before.capacity) this.growths++;
  }

  async #delete(book: Book, count: number): Promise<void> {
    const slots = new Set<number>();
    for (let i = 0; i < count; i++) {
      const slot = integer(this.#random, 0, book.acknowledged - 1);
      if (!book.deleted.has(slot)) slots.add(slot);
    }
    for (const slot of slots) book.deleted.add(slot);
    await kill(this.#engine, book.store, [...slots]);
    for (const slot of slots) book.dead.set(slot, book.dead.size);
    this.operations += slots.size;
  }

  async #reindex(): Promise<void> {
    const old = this.#book;
    const fresh = await this.#open();
    const live = old.live();
    for (let at = 0; at < live.length; at += 1000) {
      const rows = live.slice(at, at + 1000).map((slot) => old.rows[slot]!);
      await this.#insert(fresh, rows.length, rows);
    }
    await this.#engine.indexed(fresh.store);
    this.#book = fresh;
    await Promise.all(old.searches);
    await this.#engine.drop(old.store);
    this.reindexed++;
  }

  async #read(number: number): Promise<void> {
    for (let turn = number; !this.#done; turn++) {
      const book = this.#book;
      const search = turn % 4 === 0 ? this.#measure(book, this.recall) : this.#target(book, turn % 16 === 1);
      book.searches.add(search);
      await search.finally(() => book.searches.delete(search));
    }
  }

  /** One search, all of whose hits have to be slots that it may find. */
  async #search(book: Book, query: Float32Array, exact: boolean): Promise<Hits> {
    const { size } = book.dead;
    const hits = await this.#engine.search(book.store, query, { ...WALK, exact });
    this.searches++;
    const found = new Set(hits.slots);
    expect(found.size, "no slot twice").to.equal(hits.slots.length);
    for (const slot of found) {
      expect(slot, "a slot that was written").to.be.below(book.rows.length);
      expect((book.dead.get(slot) ?? size) < size, `slot ${slot} was dead before`).to.equal(false);
    }
    return hits;
  }

  /** Searches for an existing point by its own vector. */
  async #target(book: Book, exact: boolean): Promise<void> {
    const slot = integer(this.#random, 0, book.acknowledged - 1);
    const hits = await this.#search(book, book.rows[slot]!, exact);
    if (book.deleted.has(slot)) return;
    const found = hits.slots[0] === slot && hits.distances[0] === 0;
    if (exact) expect(found, `slot ${slot} in an exact search`).to.equal(true);
    this.targeted++;
    if (!found) this.missed++;
  }

  /** Compares a graph search with the exact search before it, for the hits that still exist. */
  async #measure(book: Book, recall: { hits: number; wanted: number }): Promise<void> {
    const query = this.#row();
    const exact = await this.#search(book, query, true);
    const walked = await this.#search(book, query, false);
    const found = new Set(walked.slots);
    const farthest = walked.slots.length < K ? Number.POSITIVE_INFINITY : walked.distances[K - 1]!;
    exact.slots.forEach((slot, i) => {
      // A nearer slot that was added in between may have replaced it.
      if (book.deleted.has(slot) || (!found.has(slot) && exact.distances[i]! >= farthest)) return;
      recall.wanted++;
      if (found.has(slot)) recall.hits++;
    });
  }
}

/** Runs the load, prints its figures, and checks what every run has to reach. */
export async function expectSound(engine: Engine, random: Random, options: ChurnOptions): Promise<void> {
  const churn = new Churn(engine, random);
  await churn.run(options);
  const quiet = await churn.quiet();
  const running = churn.recall.hits / churn.recall.wanted;
  process.stdout.write(
    `      ${churn.operations} inserts and deletes, ${churn.growths} growths, ${churn.searches} searches beside them; ` +
      `recall ${running.toFixed(4)}, quiet ${quiet.recall.toFixed(4)}; not found by their own vector ` +
      `${churn.missed} of ${churn.targeted}, quiet ${quiet.missed} of ${quiet.points}\n`,
  );
  expect(churn.growths).to.be.at.least(4);
  expect(churn.reindexed).to.equal(1);
  expect(churn.searches).to.be.above(100);
  expect(running).to.be.at.least(quiet.recall - 0.005);
  expect(quiet.recall).to.be.at.least(0.98);
  expect(await churn.faults()).to.include({ unreachable: 0, broken: 0 });
  // Exact searches found every point; graph searches among many similar points miss a few, without writes as well.
  expect(churn.missed / churn.targeted).to.be.at.most(0.01);
  expect(quiet.missed / quiet.points).to.be.at.most(0.01);
}
