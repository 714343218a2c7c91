// The table of points that other servers have found: what is kept how long, and that its memory is counted.
import { expect } from "chai";
import { PointTable } from "../../../../src/core/sharding/point-table.ts";
import type { FoundRows } from "../../../../src/core/sharding/wire/rows.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { TooManyRequests } from "../../../../src/errors/server.ts";
import { LongReads } from "../../../../src/memory/long-reads.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";

function rowsOf(...ids: readonly number[]): FoundRows {
  const zeros = new Uint32Array(ids.length);
  const refs = Float64Array.from(ids, (id) => id + 1000);
  const versions = new Float64Array(ids.length).fill(1);
  return {
    ids: PackedIds.pack(ids),
    refs,
    versions,
    lengths: zeros,
    names: [],
    vectors: new Uint32Array(0),
    payloads: null,
  };
}

const tableOf = (limit = 2 ** 30) => {
  const memory = MemoryLimit.of(limit);
  const longReads = new LongReads(memory);
  return { table: new PointTable(() => longReads.kept()), memory };
};

/** A reading that ends when the test says so. */
function begun(table: PointTable): { end: () => Promise<void> } {
  let end = () => {};
  const running = table.reading(() => new Promise<void>((resolve) => (end = resolve)));
  return {
    end: () => {
      end();
      return running;
    },
  };
}

describe("the points that several servers have found", () => {
  it("points are forgotten, and their memory is released, when the reading ends", async () => {
    const { table, memory } = tableOf();
    const reading = begun(table);
    table.reserve(3, 0);
    const ref = table.add(0, rowsOf(1, 2, 3), 1);
    expect(table.at(ref).row).to.equal(1);
    expect(memory.used).to.be.above(0);
    await reading.end();
    expect(table.size).to.equal(0);
    expect(memory.used).to.equal(0);
    expect(() => table.at(ref)).to.throw("the reading in which this point was found has ended");
  });

  it("the bytes of payloads that came with points are counted, and released when the reading ends", async () => {
    const { table, memory } = tableOf();
    const reading = begun(table);
    table.reserve(0, 0, 50_000);
    expect(memory.used).to.be.at.least(50_000);
    await reading.end();
    expect(memory.used).to.equal(0);
  });

  it("points are kept while any reading runs that ran when they were found", async () => {
    const { table } = tableOf();
    const [one, other] = [begun(table), begun(table)];
    const ref = table.add(0, rowsOf(1), 0);
    await other.end();
    expect(table.at(ref).ref).to.equal(ref);
    const later = begun(table);
    await one.end();
    expect(() => table.at(ref)).to.throw("ended");
    await later.end();
  });

  it("a point that is found again is kept for the later reading, too", async () => {
    const { table } = tableOf();
    const one = begun(table);
    const ref = table.add(0, rowsOf(1), 0);
    const other = begun(table);
    expect(table.add(0, rowsOf(1), 0)).to.equal(ref);
    await one.end();
    expect(table.at(ref).ref).to.equal(ref);
    await other.end();
    expect(table.size).to.equal(0);
  });

  it("the same reference of two servers, and of one server for two ids, are different points", () => {
    const { table } = tableOf();
    const rows = rowsOf(1);
    const other = { ...rowsOf(2), refs: rows.refs };
    const refs = [table.add(0, rows, 0), table.add(1, rows, 0), table.add(0, other, 0)];
    expect(new Set(refs).size).to.equal(3);
    expect(refs.map((ref) => table.at(ref).rows.ids.at(0))).to.deep.equal([1, 1, 2]);
  });

  it("points that no reading holds do not pile up", async () => {
    const { table, memory } = tableOf();
    let used = 0;
    for (let i = 0; i < 1_000; i++) {
      await table.reading(async () => {});
      table.reserve(1, 0);
      table.add(0, rowsOf(i), 0);
      if (i === 10) used = memory.used;
    }
    expect(table.size).to.be.below(3);
    expect(memory.used).to.equal(used);
  });

  it("points beyond the budget of long reads are refused", async () => {
    const { table, memory } = tableOf(2 ** 24);
    const reading = begun(table);
    expect(() => table.reserve(100_000, 3)).to.throw(TooManyRequests);
    await reading.end();
    expect(memory.used).to.equal(0);
  });
});
