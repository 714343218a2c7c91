// Point ids: they are packed without loss, printed in one notation, and everything else is refused with its value.
import { expect } from "chai";
import fc from "fast-check";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { InvalidArgument } from "../../../../src/errors/invalid-argument.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";

const MAX_U64 = 2n ** 64n - 1n;
const UUID = "550e8400-e29b-41d4-a716-446655440000";

const unpack = (ids: readonly PointId[]) => {
  const packed = PackedIds.pack(ids);
  return Array.from({ length: packed.length }, (_, i) => packed.at(i));
};

function refusal(id: unknown): string {
  try {
    PackedIds.pack([1, id as PointId, 2]);
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidArgument);
    return (error as Error).message;
  }
  throw new Error(`${String(id)} was accepted`);
}

describe("point ids", () => {
  it("point ids keep integers exactly, as bigints above 2^53 - 1", () => {
    const safe = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
    expect(unpack(safe)).to.deep.equal(safe);
    const large = [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 13_570_027_672_830_659_665n, MAX_U64];
    expect(unpack(large)).to.deep.equal(large);
    expect(unpack([0n, 7n, 2n ** 53n - 1n, -0])).to.deep.equal([0, 7, Number.MAX_SAFE_INTEGER, 0]);
  });

  it("point ids keep their order in a list of any ids", () => {
    const id = fc.oneof(
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      fc.bigInt({ min: 2n ** 53n, max: MAX_U64 }),
      fc.uuid(),
    );
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        expect(unpack(ids)).to.deep.equal(ids);
      }),
    );
  });

  it("point ids are printed in lower case with dashes for every notation of a UUID", () => {
    const plain = UUID.replaceAll("-", "");
    const spellings = [UUID, plain, `urn:uuid:${UUID}`, `{${UUID}}`, `{${plain}}`];
    for (const spelling of [...spellings, ...spellings.map((text) => text.toUpperCase())]) {
      expect(unpack([spelling]), spelling).to.deep.equal([UUID]);
    }
    for (const edge of ["0".repeat(32), "f".repeat(32)]) {
      expect(String(unpack([edge])[0]).replaceAll("-", "")).to.equal(edge);
    }
  });

  it("point ids distinguish a UUID from the integer with the same bits", () => {
    const [integer, uuid] = [PackedIds.pack([0]), PackedIds.pack(["0".repeat(32)])];
    expect([...integer.words]).to.deep.equal([...uuid.words]);
    expect([...integer.kinds]).not.to.deep.equal([...uuid.kinds]);
  });

  for (const [id, shown] of [
    [-1, "-1"],
    [1.5, "1.5"],
    [2 ** 53, "9007199254740992"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [2n ** 64n, "18446744073709551616"],
    [-1n, "-1"],
    ["abc", '"abc"'],
    ["5", '"5"'],
    ["", '""'],
    [UUID.slice(1), `"${UUID.slice(1)}"`],
    [`${UUID}0`, `"${UUID}0"`],
    [UUID.replace("5", "g"), `"${UUID.replace("5", "g")}"`],
    [`{${UUID}`, `"{${UUID}"`],
    [`${UUID}}`, `"${UUID}}"`],
    [` ${UUID}`, `" ${UUID}"`],
    [`${UUID}\n`, `"${UUID}\n"`],
  ] as const) {
    it(`point ids cannot be the ${typeof id} ${JSON.stringify(String(id))}, which is refused with its value`, () => {
      expect(refusal(id)).to.equal(
        `Invalid point id: expected an unsigned 64-bit integer or a UUID, got ${shown}`,
      );
    });
  }
});
