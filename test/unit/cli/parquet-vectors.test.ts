// Vector columns in the Parquet files of export, read with another library.
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { type Exported, WRITERS } from "../../../src/cli/data/write-rows.ts";
import { RawJson } from "../../../src/schema/leaf.ts";
import { freshDir } from "../storage/fixtures.ts";

const RUNS = 60;
/** Dimensions around the lengths at which a varint takes one byte more. */
const DIMENSIONS = [1, 2, 63, 64, 65, 127, 128, 129, 8191, 8193];

describe("vectors in Parquet", () => {
  const path = join(freshDir(), "a.parquet");

  async function written(pages: readonly (readonly Exported[])[]): Promise<ArrayBuffer> {
    const file = await open(path, "w");
    const writer = await WRITERS.parquet!.open(file, { withVectors: true, vector: "" });
    for (const page of pages) await writer.write(page);
    await writer.end();
    await file.close();
    return new Uint8Array(await readFile(path)).buffer;
  }

  function shown({ id, payload, vector }: Exported, names: readonly string[]): object {
    const byName = vector as Readonly<Record<string, Float32Array>>;
    const columns = names.map((name) => [name, byName[name] && Array.from(byName[name])]);
    return {
      id: String(id),
      ...Object.fromEntries(columns),
      payload: payload && Buffer.from(payload.bytes).toString(),
    };
  }

  const vectorOf = (dimension: number) =>
    fc.array(
      fc.float({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      {
        ...{ minLength: dimension, maxLength: dimension },
        size: "max",
      },
    );

  it("vectors in Parquet are read as they were written, also where some points have none", async () => {
    const points = fc.constantFrom(...DIMENSIONS).chain((dimension) =>
      fc.array(
        fc.record({
          id: fc.nat(),
          a: fc.option(vectorOf(dimension)),
          b: fc.option(vectorOf(3)),
          n: fc.option(fc.nat()),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(points, async (rows) => {
        const page = rows.map(({ id, a, b, n }) => ({
          id,
          vector: { ...(a && { a: Float32Array.from(a) }), ...(b && { b: Float32Array.from(b) }) },
          payload: n === null ? null : new RawJson(Buffer.from(`{"n":${n}}`), 1),
        }));
        const names = [...new Set(page.flatMap(({ vector }) => Object.keys(vector)))];
        const file = await written([page, page]);
        const expected = [...page, ...page].map((point) => shown(point, names));
        expect(await parquetReadObjects({ file })).to.deep.equal(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it("vectors in Parquet have the sizes of their columns in the metadata of the file", async () => {
    const vector = Float32Array.from({ length: 128 }, (_, i) => i / 7);
    const file = await written([[1, 2, 3].map((id) => ({ id, vector, payload: null }))]);
    const { row_groups } = parquetMetadata(file);
    const [{ columns, total_byte_size, total_compressed_size }] = row_groups as [(typeof row_groups)[0]];
    const sum = (sizes: readonly bigint[]) => sizes.reduce((a, b) => a + b, 0n);
    expect(sum(columns.map(({ meta_data }) => meta_data!.total_uncompressed_size))).to.equal(total_byte_size);
    expect(sum(columns.map(({ meta_data }) => meta_data!.total_compressed_size))).to.equal(
      total_compressed_size,
    );
    expect(columns.map(({ meta_data }) => meta_data!.path_in_schema.join("."))).to.deep.equal([
      "id",
      "vector.list.element",
      "payload",
    ]);
  });
});
