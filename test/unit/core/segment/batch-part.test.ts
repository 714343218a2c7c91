// A batch that is divided among segments: every part has the vectors of its points and no others.
import { expect } from "chai";
import fc from "fast-check";
import { DenseRows, denseRows } from "../../../../src/core/record/vector-rows.ts";
import { partOf } from "../../../../src/core/segment/batch-part.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";

describe("a batch that is divided among segments", () => {
  it("a batch that is divided among segments gives each part the vectors of its own points, in order", () => {
    const present = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(present, fc.boolean(), fc.array(fc.nat(39), { maxLength: 4 }), (has, all, cuts) => {
        const rows = has.flatMap((one, row) => (one || all ? row : []));
        const vectors = Float32Array.from(rows.flatMap((row) => [row, -row]));
        const field = {
          name: "",
          vectors: new DenseRows(2, vectors),
          rows: all ? null : Uint32Array.from(rows),
        };
        const points = {
          kind: "upsert_points" as const,
          collection: "",
          ids: PackedIds.pack(has.map((_, id) => id)),
          fields: [field],
          payloads: has.map(() => null),
        };
        const ends = [...cuts.filter((cut) => cut < has.length), has.length].sort((a, b) => a - b);
        let from = 0;
        for (const to of ends) {
          const part = partOf(points, "", from, to);
          const members = rows.filter((row) => row >= from && row < to);
          if (!all) expect([...part.rows!]).to.deep.equal(members.map((row) => row - from));
          expect([...denseRows(part.vectors!).floats].map((value) => value + 0)).to.deep.equal(
            members.flatMap((row) => [row, -row + 0]),
          );
          from = to;
        }
      }),
    );
  });
});
