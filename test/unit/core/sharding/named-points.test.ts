// Points that a server is asked about again, by the references that it gave to them.
import { expect } from "chai";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { pointRef } from "../../../../src/core/slots/point-ref.ts";
import { open, unnamed, upsert } from "../fixtures.ts";
import { partOf } from "./gathered-collection.ts";

describe("a point that a server is asked about again", () => {
  it("a point that a server is asked about again is read as it was found, but not in an older state, to which its reference may lead after a restart", async () => {
    const { database } = await open();
    await database.create("c", unnamed(1));
    for (const x of [1, 2]) await upsert(database, "c", [{ id: 7, vectors: { "": Float32Array.of(x) } }]);
    const [segment] = database.collection("c").segments.all;
    const part = partOf(database, "c", { shard: 0, division: 1 });
    const vectorOf = async (slot: number, version: number) => {
      const refs = Float64Array.of(pointRef(segment!.number, slot));
      const points = { ids: PackedIds.pack([7]), refs, versions: Float64Array.of(version) };
      const call = { method: "vectors" as const, inWrite: false, arguments: { name: "", points } };
      return [...(await part.ask(call, undefined)).floats!];
    };
    const [before, now] = [segment!.version(0), segment!.version(1)];
    expect(await vectorOf(0, before)).to.deep.equal([1]);
    expect(await vectorOf(0, now)).to.deep.equal([2]);
    expect(await vectorOf(1, now)).to.deep.equal([2]);
    await database.close();
  });
});
