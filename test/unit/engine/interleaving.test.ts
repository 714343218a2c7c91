// Writes between two steps of a reader, step by step on one thread. The decision: two instances share one memory, and
// the writer acts when the reader requests more memory: the test sets the arena's top to its end, so that the tags of
// the reader's first walk need a page.
import { expect } from "chai";
import type { instantiate } from "../../../build/debug.js";
import { ENCODINGS, FAULTS, FLAGS, METRICS, SEARCH_METHODS, STATS } from "../../../src/engine/abi.ts";
import { BUILDS, floats, PAGE_BYTES, seededRandom } from "./fixtures.ts";

type Exports = Awaited<ReturnType<typeof instantiate>>;

const WRITER = 0;
const READER = 1;
/** The address of the arena's top; see the drawing in assembly/memory/layout.ts. */
const ARENA_TOP = 1024 + 40;
const WIDE = 4096;
/** Bytes of the first tags of a reader. */
const FIRST_TAGS = 4096;

class Stage {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: 4096, shared: true });
  readonly writer: Exports;
  readonly reader: Exports;
  #meanwhile: (() => void) | undefined;

  constructor(module: WebAssembly.Module) {
    const instance = (before: () => void) => {
      const grow = (pages: number) => {
        before();
        return this.memory.grow(pages);
      };
      const abort = () => {
        throw new Error("an assertion failed");
      };
      const imports = { env: { memory: this.memory, abort }, host: { grow, readWords: abort } };
      return new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    };
    this.writer = instance(() => {});
    this.reader = instance(() => {
      const act = this.#meanwhile;
      this.#meanwhile = undefined;
      act?.();
    });
  }

  create(dimension: number): void {
    const { Euclid } = METRICS;
    expect(this.writer.create(dimension, Euclid, ENCODINGS.int8, 4, 10, 1, false)).to.equal(0);
    this.writer.useCentre(this.writer.centreInput());
  }

  /** Writes the rows; a null is a slot that is dead from the beginning. */
  write(first: number, rows: readonly (Float32Array | null)[]): void {
    const { writer } = this;
    expect(writer.reserve(first + rows.length)).to.be.at.least(first + rows.length);
    rows.forEach((row, i) => {
      if (row === null) expect(writer.markDead(first + i)).to.equal(0);
      else {
        this.floats(writer.rowInput(WRITER, 1), row.length).set(row);
        expect(writer.put(WRITER, first + i, 1)).to.equal(0);
      }
    });
    expect(writer.publish(first + rows.length)).to.equal(0);
  }

  index(): void {
    expect(this.writer.index(WRITER, 2 ** 31 - 1, 2 ** 31 - 1)).to.equal(0);
  }

  /**
   * Runs `act` when the reader next requests memory, which is as soon as it needs any. @param beyond bytes that are
   * missing in the granted memory as well
   */
  meanwhile(act: () => void, beyond = 0): void {
    new BigUint64Array(this.memory.buffer)[ARENA_TOP / 8] = BigInt(this.memory.buffer.byteLength + beyond);
    this.#meanwhile = act;
  }

  open(query: Float32Array, k: number): void {
    expect(this.reader.openSearch(READER, 1, k, k, 0, 0)).to.equal(0);
    this.floats(this.reader.queryInput(READER, 0), query.length).set(query);
  }

  search(flags: number): { slots: number[]; method: string } {
    const method = SEARCH_METHODS[this.reader.search(READER, flags, 1)]!;
    expect(this.#meanwhile, "the writer had its turn").to.equal(undefined);
    const pairs = this.floats(this.reader.hits(READER, 0), 2 * this.reader.found(READER, 0));
    const words = new Uint32Array(pairs.buffer, pairs.byteOffset, pairs.length);
    return { slots: Array.from({ length: words.length / 2 }, (_, i) => words[2 * i + 1]!), method };
  }

  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, address >>> 0, length);
  }
}

for (const [build, module] of Object.entries(BUILDS)) {
  describe(`a reader beside writes, ${build} build`, () => {
    const random = seededRandom(5);

    for (const [space, flags] of [
      ["codes", 0],
      ["rows", FLAGS.IgnoreCodes],
    ] as const) {
      it(`a reader beside writes measures slots in chunks that are not in its table yet (${space})`, () => {
        const stage = new Stage(module);
        stage.create(WIDE);
        const [far, query] = [floats(random, WIDE), floats(random, WIDE)];
        const tableEnd = 16 * 64; // a table of 16 chunks of 64 slots
        stage.write(
          0,
          Array.from({ length: tableEnd }, () => floats(random, WIDE)),
        );
        stage.index();
        stage.open(query, 1);
        stage.meanwhile(() => stage.write(tableEnd, [far, query, far]));
        expect(stage.search(flags)).to.deep.equal({ slots: [tableEnd + 1], method: "walk" });
      });
    }

    it("a reader beside writes does not find a slot that is dead from the beginning, though it is the first dead one", () => {
      const stage = new Stage(module);
      stage.create(4);
      stage.write(0, [floats(random, 4), floats(random, 4), floats(random, 4)]);
      stage.index();
      stage.open(new Float32Array(4), 3);
      stage.meanwhile(() => stage.write(3, [null, floats(random, 4)]));
      expect(stage.search(0).slots).not.to.include(3);
    });

    it("a reader beside writes finds the duplicates of a dead node, whatever was written meanwhile", () => {
      const stage = new Stage(module);
      stage.create(4);
      // There are too many for all of them to be compared.
      const OTHERS = 1000;
      const others = Array.from({ length: OTHERS }, () => floats(random, 4).map((value) => value + 5));
      const equal = new Float32Array(4);
      stage.write(0, others);
      stage.index();
      stage.write(OTHERS, [equal, equal, equal, equal]);
      stage.index();
      stage.writer.markDead(OTHERS);
      stage.open(equal, 3);
      // The reader requests memory a second time when its walk has begun.
      stage.meanwhile(() => {
        expect(stage.writer.reserve(5000)).to.be.at.least(5000);
        stage.meanwhile(() => {
          stage.write(OTHERS + 4, [equal]);
          stage.index();
          stage.writer.markDead(OTHERS + 4);
        }, PAGE_BYTES - FIRST_TAGS);
      });
      expect(stage.search(0).slots).to.deep.equal([OTHERS + 1, OTHERS + 2, OTHERS + 3]);
    });

    it("a reader beside writes counts the faults of the graph within the allocated memory, whatever was written meanwhile", () => {
      const stage = new Stage(module);
      stage.create(4);
      const rows = (count: number) => Array.from({ length: count }, () => floats(random, 4));
      stage.write(0, rows(20));
      stage.index();
      stage.meanwhile(() => {
        stage.write(20, rows(8000));
        stage.index();
      });
      expect(stage.reader.validate(READER)).to.equal(0);
      const unused = new Uint8Array(stage.memory.buffer, stage.writer.stat(STATS.UsedBytes) >>> 0);
      expect(unused.findIndex((byte) => byte !== 0)).to.equal(-1);
      expect(stage.reader.fault(READER, FAULTS.Broken)).to.equal(0);
    });
  });
}
