// Replaced payloads: vectors, slots and running reads stay as they were.
import { expect } from "chai";
import { OutOfMemory } from "../../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { newEngine, rejection } from "../../engine/fixtures.ts";
import {
  freshDir,
  open,
  prepare,
  remove,
  setPayloads,
  stored,
  type TestPoint,
  unnamed,
  upsert,
} from "../fixtures.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const pointOf = (id: number): TestPoint => ({
  ...{ id, vectors: { "": Float32Array.of(id, 1) } },
  payload: bytes(`{"n":${id}}`),
});
const payloads = (...entries: [PointId, string | null][]) =>
  new Map(entries.map(([id, text]) => [id, text === null ? null : bytes(text)]));

async function openWith(points: readonly TestPoint[]) {
  const opened = await open();
  await opened.database.create("a", unnamed(2));
  await upsert(opened.database, "a", points);
  return opened;
}

async function shown(database: Parameters<typeof stored>[0], id: PointId) {
  const point = await stored(database, "a", id);
  const payload = point?.payload ? new TextDecoder().decode(Uint8Array.from(point.payload)) : null;
  return point && { payload, version: point.version, vector: point.vectors[""] };
}

describe("the payloads that replace others", () => {
  it("the payloads that replace others are the given ones, with the version of the write and the same vectors", async () => {
    const { database } = await openWith([pointOf(1), pointOf(2)]);
    const lsn = await setPayloads(database, "a", payloads([2, '{"n":"two"}']));
    expect(await shown(database, 2)).to.deep.equal({ payload: '{"n":"two"}', version: lsn, vector: [2, 1] });
    expect(await shown(database, 1)).to.deep.equal({ payload: '{"n":1}', version: lsn - 1, vector: [1, 1] });
    await database.close();
  });

  it("the payloads that replace others are removed by null, and added to points that had none", async () => {
    const { database } = await openWith([pointOf(1), { id: 2, vectors: {} }]);
    await setPayloads(database, "a", payloads([1, null], [2, "{}"]));
    expect((await shown(database, 1))!.payload).to.equal(null);
    expect((await shown(database, 2))!.payload).to.equal("{}");
    await database.close();
  });

  it("the payloads that replace others are ignored for missing ids", async () => {
    const { database } = await openWith([pointOf(1), pointOf(2)]);
    await remove(database, "a", [2]);
    await setPayloads(database, "a", payloads([1, "{}"], [2, "{}"], [3, "{}"]));
    expect(await shown(database, 2)).to.equal(null);
    expect(await shown(database, 3)).to.equal(null);
    expect(database.collection("a").points).to.equal(1);
    await database.close();
  });

  it("the payloads that replace others take no slot, and keep the point reference", async () => {
    const { database } = await openWith([pointOf(1), pointOf(2)]);
    const { reads, segments } = database.collection("a");
    const before = await reads.find([1, 2]);
    for (let i = 0; i < 10; i++) await setPayloads(database, "a", payloads([1, `{"i":${i}}`]));
    expect(await reads.find([1, 2])).to.deep.equal(before);
    expect(segments.all.map(({ ids, dead }) => [ids.slots, dead])).to.deep.equal([[2, 0]]);
    await database.close();
  });

  it("the payloads that replace others do not change bytes that a reader has got", async () => {
    const { database } = await openWith([pointOf(1)]);
    const { reads } = database.collection("a");
    const [slot] = await reads.find([1]);
    const [before] = await reads.payloads([slot!]);
    await setPayloads(database, "a", payloads([1, '{"n":7}']));
    expect(new TextDecoder().decode(Uint8Array.from(before!))).to.equal('{"n":1}');
    expect(reads.payloadLength(slot!)).to.equal(7);
    await database.close();
  });

  it("the payloads that replace others are written in slices when there are many; readers see each point with its old or its new payload", async () => {
    const count = 20_000;
    const { database } = await openWith(Array.from({ length: count }, (_, id) => pointOf(id)));
    const { reads } = database.collection("a");
    const upserted = database.collection("a").applied;
    const all = Array.from({ length: count }, (_, id) => [id, '{"n":"new"}'] as [PointId, string]);
    let done = false;
    const replaced = setPayloads(database, "a", payloads(...all)).finally(() => {
      done = true;
    });
    const shares = new Set<number>();
    // Only some points are read, so that a read is short and the writer pauses between two reads.
    const some = all.flatMap(([id], i) => (i % 50 === 0 ? id : []));
    for (const slots = (await reads.find(some)) as number[]; !done; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const versions = slots.map((slot) => reads.version(slot));
      const found = await reads.payloads(slots);
      const isNew = found.map((bytes) => Buffer.from(bytes!).toString() === '{"n":"new"}');
      expect(versions).to.deep.equal(isNew.map((one) => (one ? upserted + 1 : upserted)));
      shares.add(isNew.filter(Boolean).length);
    }
    await replaced;
    expect(shares.size, "states seen").to.be.above(2);
    await database.close();
  });

  it("the payloads that replace others are restored from the log", async () => {
    const dir = freshDir();
    const { database } = prepare({ dir });
    await database.load();
    await database.create("a", unnamed(2));
    await upsert(database, "a", [pointOf(1), pointOf(2)]);
    const lsn = await setPayloads(database, "a", payloads([1, null], [2, '{"n":"two"}']));
    await database.close(false);
    const again = await open({ dir });
    expect(await shown(again.database, 1)).to.deep.equal({ payload: null, version: lsn, vector: [1, 1] });
    expect((await shown(again.database, 2))!.payload).to.equal('{"n":"two"}');
    await again.database.close();
  });

  it("the payloads that replace others are refused before they are logged when there is no memory for them, like those of upserts", async () => {
    const memory = MemoryLimit.of(64 * 2 ** 20);
    const { database } = await open({ engine: newEngine({ memory }) });
    await database.create("a", unnamed(2));
    const before = await upsert(database, "a", [pointOf(1)]);
    const used = memory.used;
    const large = setPayloads(database, "a", new Map([[1, new Uint8Array(80 * 2 ** 20)]]));
    expect(await rejection(large)).to.be.instanceOf(OutOfMemory);
    expect(memory.used, "given back").to.equal(used);
    expect(await setPayloads(database, "a", payloads([1, "{}"])), "the next LSN").to.equal(before + 1);
    await database.close();
  });
});
