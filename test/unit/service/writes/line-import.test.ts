// The batches of an import of lines: none is kept in memory when it is written.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { pause } from "../../../../src/scheduling/pause.ts";
import type { Point } from "../../../../src/schema/point.ts";
import type { LineBatch } from "../../../../src/schema/point-import.ts";
import { LineImport } from "../../../../src/service/writes/line-import.ts";

const BATCHES = 200;
/** The batch that is written, the batch that is handed over, and one on its way. */
const HELD = 3;

describe("an import of lines", () => {
  it("an import of lines frees each batch when it is written", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const seen: WeakRef<LineBatch<Point>>[] = [];
    let alive = Number.NaN;
    const lines = {
      note: () => {},
      async *[Symbol.asyncIterator]() {
        for (let i = 1; i <= BATCHES; i++) {
          const batch = batchOf(i);
          seen.push(new WeakRef(batch));
          yield batch;
          await pause();
        }
        collect();
        alive = seen.filter((one) => one.deref() !== undefined).length;
      },
    };
    const parts = { prepare: async () => {}, check: () => {}, upsert: async () => {}, stopsAtFault: false };
    expect((await new LineImport(parts).read(lines)).accepted).to.equal(BATCHES);
    expect(alive).to.be.at.most(HELD);
  });
});

function batchOf(line: number): LineBatch<Point> {
  return { items: [{ line, value: { id: line, vector: new Float32Array(8) } }], faults: [], last: line };
}
