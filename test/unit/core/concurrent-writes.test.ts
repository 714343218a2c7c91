// Writes that are called together: they are logged and applied together, and have the result of one after another.
import { expect } from "chai";
import type { PointId } from "../../../src/schema/leaf.ts";
import { integer, type Random, withSeed } from "../engine/fixtures.ts";
import { BrokenFs } from "../storage/broken-fs.ts";
import {
  configOf,
  type Opened,
  open,
  remove,
  setPayloads,
  setPayloadsOf,
  stored,
  type TestPoint,
  unnamed,
  upsert,
} from "./fixtures.ts";
import { intercept } from "./segment-fixtures.ts";

const CLIENTS = 16;
const IDS = 8;
const WRITES = 120;
/** So few that points move from one segment to another. */
const SEGMENT_SLOTS = 24;

const TWO_FIELDS = configOf(
  { name: "a", size: 2, distance: "Euclid" },
  { name: "b", size: 3, distance: "Dot" },
);
const clients = Array.from({ length: CLIENTS }, (_, i) => i);
const text = (value: string) => new TextEncoder().encode(JSON.stringify(value));
const pointOf = (id: number): TestPoint => ({ id, vectors: { "": Float32Array.of(id, 1) } });

type Write = (opened: Opened) => Promise<unknown>;

/** A write of up to three points, of any kind. */
function drawn(random: Random, turn: number): Write {
  const ids = Array.from({ length: integer(random, 1, 3) }, () => integer(random, 0, IDS));
  const payload = random() < 0.3 ? null : text(`turn ${turn}`);
  const kind = random();
  if (kind < 0.15) return ({ database }) => remove(database, "c", ids);
  const payloads = new Map<PointId, Uint8Array | null>(ids.map((id) => [id, payload]));
  if (kind < 0.35) return ({ database }) => setPayloads(database, "c", payloads);
  const points = ids.map((id) => ({
    id,
    payload,
    vectors: {
      ...(random() < 0.8 && { a: Float32Array.of(turn, id) }),
      ...(random() < 0.6 && { b: Float32Array.of(turn, id, 1) }),
    },
  }));
  return ({ database }) => upsert(database, "c", points);
}

async function contents({ database }: Opened) {
  return Promise.all(Array.from({ length: IDS }, (_, id) => stored(database, "c", id)));
}

describe("writes that are called together", () => {
  it("writes that are called together have the result of one after another", () =>
    withSeed(async (random) => {
      const segments = { maxSlots: SEGMENT_SLOTS };
      const [together, inTurn] = await Promise.all([open({ segments }), open({ segments })]);
      for (const { database } of [together, inTurn]) await database.create("c", TWO_FIELDS);
      for (let turn = 0; turn < WRITES; ) {
        const burst = Array.from({ length: integer(random, 1, CLIENTS) }, () => drawn(random, turn++));
        await Promise.all(burst.map((write) => write(together)));
        for (const write of burst) await write(inTurn);
        expect(await contents(together), `turn ${turn}`).to.deep.equal(await contents(inTurn));
      }
      for (const { database } of [together, inTurn]) await database.close();
    }));

  it("upserts that are called together cost one write, one fdatasync and one call of the engine", async () => {
    const fs = new BrokenFs();
    let calls = 0;
    const engine = intercept((method) => {
      if (method === "write") calls++;
    });
    const opened = await open({ fs, engine });
    await opened.database.create("c", unnamed(2));
    await upsert(opened.database, "c", [pointOf(0)]);
    const before = [fs.count("write"), fs.count("sync"), calls];
    await Promise.all(clients.map((id) => upsert(opened.database, "c", [pointOf(id)])));
    const after = [fs.count("write"), fs.count("sync"), calls];
    expect(after.map((count, i) => count - before[i]!)).to.deep.equal([1, 1, 1]);
    expect(opened.database.collection("c").points).to.equal(CLIENTS);
    await opened.database.close();
  });

  it("writes that read different points cost one write and one fdatasync when they are called together", async () => {
    const fs = new BrokenFs();
    const opened = await open({ fs });
    const { database } = opened;
    await database.create("c", unnamed(2));
    await upsert(database, "c", clients.map(pointOf));
    const collection = database.collection("c");
    const [writes, syncs] = [fs.count("write"), fs.count("sync")];
    const change = (id: number) =>
      database.rewrite(
        collection,
        async (write) => {
          const [ref] = await collection.reads.find([id]);
          const [payload] = await collection.reads.payloads([ref!]);
          expect(payload).to.equal(null);
          return write(setPayloadsOf(collection, new Map([[id, text(`${id}`)]])), 0);
        },
        [String(id)],
      );
    const committed = await Promise.all(clients.map(change));
    await Promise.all(committed.map(({ applied }) => applied));
    expect([fs.count("write") - writes, fs.count("sync") - syncs]).to.deep.equal([1, 1]);
    for (const id of clients)
      expect((await stored(database, "c", id))!.payload).to.deep.equal([...text(`${id}`)]);
    await database.close();
  });
});
