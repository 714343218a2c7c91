// Images of segments in states that are easily forgotten.
import { expect } from "chai";
import type { instantiate } from "../../../build/release.js";
import { ENCODINGS, METRICS, SERVED } from "../../../src/engine/abi.ts";
import { BUILDS, floats, newEngine, PAGE_BYTES, seededRandom, spec } from "./fixtures.ts";

type Exports = Awaited<ReturnType<typeof instantiate>>;

const IMAGE_START = 1024;
const ARENA_START = 4096;
const ROWS = 2000;

function instanceOver(memory: WebAssembly.Memory): Exports {
  const abort = () => {
    throw new Error("an assertion failed");
  };
  const imports = { env: { memory, abort }, host: { grow: (pages: number) => memory.grow(pages) } };
  return new WebAssembly.Instance(BUILDS.debug, imports).exports as unknown as Exports;
}

describe("the image of a segment", () => {
  it("can be read when nothing was ever written to it", async () => {
    const engine = newEngine();
    const given = spec({ dimension: 4, metric: "Euclid" });
    const loaded = await engine.load(given, await engine.image(await engine.create(given)));
    expect(await engine.stats(loaded)).to.include({ count: 0, capacity: 0 });
  });

  it("is walked as ever when a search ran between the copies of two of its blocks", () => {
    const random = seededRandom(3);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 400, shared: true });
    const engine = instanceOver(memory);
    engine.create(4, METRICS.Euclid, ENCODINGS.none, 4, 20, 1, false);
    engine.reserve(ROWS);
    for (let slot = 0; slot < ROWS; slot++) {
      new Float32Array(memory.buffer, engine.rowInput(0, 1) >>> 0, 4).set(floats(random, 4));
      engine.put(0, slot, 1);
    }
    engine.publish(ROWS);
    expect(engine.index(0, ROWS)).to.equal(0);
    const search = (exports: Exports) => {
      exports.openSearch(0, 1, 5, 20, 0);
      return SERVED[exports.search(0, 0, 20)];
    };
    expect(search(engine)).to.equal("walk");
    const header = new Uint8Array(memory.buffer).slice(IMAGE_START, ARENA_START);
    search(engine);
    const image = new Uint8Array(memory.buffer).slice(IMAGE_START);
    image.set(header);
    const pages = Math.ceil((IMAGE_START + image.length) / PAGE_BYTES);
    const copy = new WebAssembly.Memory({ initial: pages, maximum: 400, shared: true });
    const loaded = instanceOver(copy);
    new Uint8Array(copy.buffer).set(image, IMAGE_START);
    expect(loaded.restore()).to.equal(0);
    expect(search(loaded)).to.equal("walk");
  });

  it("is refused when a row of equal vectors comes back to where it was", () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 400, shared: true });
    const engine = instanceOver(memory);
    engine.create(4, METRICS.Euclid, ENCODINGS.none, 4, 20, 1, false);
    engine.reserve(3);
    engine.rowInput(0, 3);
    engine.put(0, 0, 3);
    engine.publish(3);
    expect(engine.index(0, 3)).to.equal(0);
    expect(engine.restore()).to.equal(0);
    const twinTable = new Uint32Array(memory.buffer)[(IMAGE_START + 128 + 6 * 8) / 4]!;
    const twins = new Uint32Array(memory.buffer, new Uint32Array(memory.buffer)[twinTable / 4]!, 3);
    expect([...twins]).to.deep.equal([3, 0, 2]);
    twins[1] = 3;
    expect(engine.restore()).to.be.below(0);
  });
});
