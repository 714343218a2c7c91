// Operations that are joined: the points of all of them, in their order, each with the version of its own operation.
import { expect } from "chai";
import { merged } from "../../../../src/core/record/merged.ts";
import type { PointOperation, UpsertPoints } from "../../../../src/core/record/operation.ts";
import { DenseRows, EncodedRows, eachRow, type VectorRows } from "../../../../src/core/record/vector-rows.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";

const collection = "00000000-0000-4000-8000-000000000001";
const UUID = "123e4567-e89b-42d3-a456-426614174000";
const HALF = Uint8Array.of(0x7b, 0x7d);

const upsertOf = (ids: readonly PointId[], fields: UpsertPoints["fields"]): UpsertPoints => ({
  kind: "upsert_points",
  collection,
  ids: PackedIds.pack(ids),
  fields,
  payloads: ids.map((_, i) => (i % 2 === 0 ? HALF : null)),
});
const dense = (...numbers: number[]) => new DenseRows(2, Float32Array.from(numbers));
const idsOf = ({ ids }: PointOperation) => Array.from({ length: ids.length }, (_, i) => ids.at(i));

/** The vectors of each point of an upsert, by name. */
function vectorsOf({ ids, fields }: UpsertPoints): Record<string, unknown>[] {
  return Array.from({ length: ids.length }, (_, point) =>
    Object.fromEntries(
      fields.flatMap(
        ({ name, rows, vectors }: { name: string; rows: Uint32Array | null; vectors: VectorRows }) => {
          const row = rows === null ? point : rows.indexOf(point);
          return row < 0 ? [] : [[name, eachRow(vectors)[row]]];
        },
      ),
    ),
  );
}

describe("joined operations", () => {
  it("joined upserts have all points with the vectors, payloads and versions that these had", () => {
    const all = [
      upsertOf([1], [{ name: "a", rows: null, vectors: dense(1, 1) }]),
      upsertOf(
        [2, UUID, 1],
        [
          { name: "a", rows: Uint32Array.of(0, 2), vectors: dense(2, 2, 3, 3) },
          { name: "bytes", rows: Uint32Array.of(1), vectors: new EncodedRows([Uint8Array.of(9, 8)]) },
        ],
      ),
      upsertOf([4], []),
      upsertOf([2n ** 60n], [{ name: "bytes", rows: null, vectors: new EncodedRows([Uint8Array.of(7)]) }]),
    ];
    const { operation, version } = merged(all.map((one, i) => ({ operation: one, lsn: 10 + i })));
    const joined = operation as UpsertPoints;
    expect(idsOf(joined)).to.deep.equal(all.flatMap(idsOf));
    expect(vectorsOf(joined)).to.deep.equal(all.flatMap(vectorsOf));
    expect(joined.payloads).to.deep.equal(all.flatMap(({ payloads }) => payloads));
    expect(version).to.deep.equal(Float64Array.of(10, 11, 11, 11, 12, 13));
  });

  it("joined upserts of which all points have a vector need no list of them", () => {
    const one = (id: number) => upsertOf([id], [{ name: "", rows: null, vectors: dense(id, id) }]);
    const { operation } = merged([1, 2, 3].map((id) => ({ operation: one(id), lsn: id })));
    expect((operation as UpsertPoints).fields).to.deep.equal([
      { name: "", rows: null, vectors: dense(1, 1, 2, 2, 3, 3) },
    ]);
  });

  it("joined deletes and joined payloads have the ids, payloads and versions of all", () => {
    const deletes = [1, 2].map(
      (id) => ({ kind: "delete_points", collection, ids: PackedIds.pack([id]) }) as const,
    );
    const gone = merged(deletes.map((operation, i) => ({ operation, lsn: i + 5 })));
    expect([idsOf(gone.operation), gone.version]).to.deep.equal([[1, 2], Float64Array.of(5, 6)]);
    const sets = deletes.map(({ ids }, i) => {
      return { kind: "set_payloads", collection, ids, payloads: [i === 0 ? HALF : null] } as const;
    });
    const set = merged(sets.map((operation, i) => ({ operation, lsn: i + 5 })));
    expect(idsOf(set.operation)).to.deep.equal([1, 2]);
    expect(set).to.deep.include({ version: Float64Array.of(5, 6) });
    expect(set.operation).to.deep.include({ kind: "set_payloads", payloads: [HALF, null] });
  });

  it("a single operation stays as it is, with one version", () => {
    const operation = upsertOf([1], []);
    expect(merged([{ operation, lsn: 3 }])).to.deep.equal({ operation, version: 3 });
  });
});
