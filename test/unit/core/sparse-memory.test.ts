// Memory for sparse vectors is reserved by their bytes, before they are logged: vectors differ in size.
import { expect } from "chai";
import type { FieldConfig } from "../../../src/core/config/collection-config.ts";
import { EncodedRows } from "../../../src/core/record/vector-rows.ts";
import { SparseIndex } from "../../../src/core/vectors/sparse-index.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { NO_SLOTS, newEngine, rejection } from "../engine/fixtures.ts";

const LIMIT = 32 * 2 ** 20;

function vectorOf(entries: number): Uint8Array {
  const indices = Uint32Array.from({ length: entries }, (_, i) => i);
  return encodeSparse({ indices, values: new Float32Array(entries).fill(1) });
}

function openIndex() {
  const engine = newEngine({ memory: MemoryLimit.of(LIMIT) });
  const field = { name: "text", kind: "sparse" } as FieldConfig;
  return new SparseIndex({ engine, field, directory: "segment", position: 0 });
}

async function write(index: SparseIndex, first: number, vectors: Uint8Array[]): Promise<void> {
  const rows = new EncodedRows(vectors);
  for (const { writer, write: one } of index.writes({
    first,
    slots: vectors.length,
    rows: null,
    vectors: rows,
    dead: NO_SLOTS,
  }))
    await writer.write([one]);
}

describe("memory for sparse vectors", () => {
  it("memory for long vectors after short ones is refused before they are written, and short ones still fit", async () => {
    const index = openIndex();
    await index.reserve(1);
    await write(index, 0, [vectorOf(2)]);
    expect(await rejection(index.reserveBytes(LIMIT / 4))).to.be.instanceOf(OutOfMemory);
    await index.reserve(2);
    await index.reserveBytes(vectorOf(3).length);
    await write(index, 1, [vectorOf(3)]);
    expect((await index.stats()).indexed).to.equal(2);
  });

  it("memory for vectors that was reserved suffices to write them, however long they are", async () => {
    const index = openIndex();
    const long = vectorOf(65_536);
    await index.reserve(2);
    await index.reserveBytes(2 * long.length);
    await write(index, 0, [long, long]);
    expect(index.bytesOf(1)).to.equal(long.length);
  });

  it("memory that several writes have reserved is given up by those that are not made", async () => {
    const index = openIndex();
    const bytes = vectorOf(10_000).length;
    for (let i = 0; i < 100; i++) {
      await index.reserveBytes(bytes);
      index.releaseBytes(bytes);
    }
    await index.reserve(1);
    expect(await index.reserve(1)).to.equal(1);
  });
});
