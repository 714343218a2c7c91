// Saved payload indexes against the matcher: an index that was written in slices beside writes, and the indexes that a
// start after a kill reads, find what the payloads say. ROUNDS sets the number of rounds, SEED the random cases.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import type { Bounds, Check } from "../../../../src/core/filter/filter.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import type { JsonObject } from "../../../../src/core/filter/value.ts";
import { BlockWriter } from "../../../../src/core/formats/blocks.ts";
import { FieldEntry } from "../../../../src/core/index/field-entry.ts";
import { loadIndex, saveIndex } from "../../../../src/core/index/index-file.ts";
import { IndexedFields } from "../../../../src/core/index/indexed-fields.ts";
import type { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { countBits } from "../../../../src/core/slots/bits.ts";
import { SlotSet } from "../../../../src/core/slots/slot-set.ts";
import { runInSlices, runWhole } from "../../../../src/scheduling/slices.ts";
import { countOf } from "../../../support/chance.ts";
import { integer, newEngine, type Random, withSeed } from "../../engine/fixtures.ts";
import { copyOf } from "../checkpoint-fixtures.ts";
import { configOf, type Opened, open, remove, setPayloads, upsert } from "../fixtures.ts";
import { LooseCollection } from "../segment-fixtures.ts";
import { filter, payload, schema } from "./chance.ts";
import { compare, Tally, textOf } from "./compare.ts";

const ROUNDS = countOf("ROUNDS", 1);
const STEPS = 30;
const FILTERS = 12;
const IDS = 150;
const CONFIG = configOf(
  { name: "", size: 2, distance: "Euclid" },
  { name: "other", size: 2, distance: "Euclid" },
);
/** Segments so small that they are filled and rebuilt. */
const SEGMENTS = { maxSlots: 250, vacuumMinSlots: 100, deletedThreshold: 0.5, spareSegments: 2 };

const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
const drawnIds = (random: Random, most: number) => [
  ...new Set(Array.from({ length: integer(random, 1, most) }, () => integer(random, 0, IDS))),
];

/**
 * A payload of which few points have the values, so that these are found in sorted runs. Points often get the values
 * back that they had before.
 */
function rare(random: Random, id: number): string {
  const n = id + integer(random, 0, 1);
  const place = `{"lon":${n},"lat":${n / 2}}`;
  const values = [n, id];
  return random() < 0.7
    ? `{"k":"v${n}","n":${n},"f":${n + 0.5},"t":"w${n} w${n + 1}","g":${place},"m":${n}}`
    : `{"k":["v${n}","x"],"n":[${values}],"t":["w${n}","w${n + 1}"],"g":[${place}],"m":[${values}]}`;
}

/** A filter for one of the values of such payloads. */
function rareFilter(random: Random): object {
  const n = integer(random, 0, IDS);
  const corner = { lon: n, lat: n / 2 };
  const conditions = [
    { key: "k", match: { value: `v${n}` } },
    { key: "n", match: { value: n } },
    { key: "f", range: { gte: n, lte: n + 1 } },
    { key: "t", match: { text: `w${n} w${n + 1}` } },
    { key: "g", geo_radius: { center: corner, radius: 1000 } },
    { key: "m", match: { any: [n, n + 1] } },
  ];
  return { must: [conditions[integer(random, 0, conditions.length - 1)]] };
}

const drawnPayload = (random: Random, id: number) =>
  bytes(random() < 0.5 ? rare(random, id) : payload(random));
const drawnPoints = (random: Random, ids: readonly number[]) =>
  ids.map((id) => ({ id, vectors: { "": Float32Array.of(id, 1) }, payload: drawnPayload(random, id) }));
const drawnPayloads = (random: Random, ids: readonly number[]) =>
  new Map(ids.map((id) => [id, drawnPayload(random, id)]));

async function compareAll(random: Random, { segments }: Collection, tally: Tally): Promise<void> {
  for (let i = 0; i < FILTERS; i++) {
    const json = random() < 0.6 ? rareFilter(random) : filter(random, IDS);
    const shown = textOf({
      json,
      schema: [...segments.indexed.all].map(([path, field]) => [path, field.params]),
    });
    for (const segment of segments.all) await compare(segment, parseFilter(json), shown, tally);
  }
}

/** Writes an index, with other work between its slices. */
async function saved(entry: FieldEntry, slots: number, touched: SlotSet, between: () => Promise<void>) {
  const out = new BlockWriter(100);
  const parts: Uint8Array[] = [];
  const work = saveIndex(entry, out, slots, touched);
  for (;;) {
    const step = work.next();
    for (const part of out.take()) parts.push(part.slice());
    if (step.done) return Uint8Array.from(Buffer.concat(parts));
    await between();
  }
}

/**
 * Saves each index of a segment while points are written, puts what is read from the file in its place, and then
 * repeats the writes as a start does with the log.
 */
async function saveAndLoad(
  random: Random,
  loose: LooseCollection,
  segment: CollectionSegment,
): Promise<void> {
  const { slots } = segment.ids;
  const touched = segment.touched.begin();
  const files = new Map<string, Uint8Array>();
  for (const [path, entry] of segment.indexes.all) {
    const file = await saved(entry, slots, touched, async () => {
      const ids = drawnIds(random, 20);
      const kind = random();
      if (kind < 0.3) await loose.setPayloads(drawnPayloads(random, ids));
      else if (kind < 0.4) await loose.upsert(drawnPoints(random, ids));
      else if (kind < 0.45) await loose.remove(ids);
      else if (kind < 0.6 && segment.indexes.unfinished) await segment.indexes.read();
    });
    files.set(path, file);
  }
  for (const [path, file] of files) {
    const from = { bytes: file, saved: slots, slots: segment.ids.slots, changed: [] };
    const { field } = segment.indexes.entry(path)!;
    segment.indexes.install(path, await runInSlices(loadIndex(field, from)));
  }
  segment.touched.end(touched);
  const again = [...touched.below(slots)];
  const payloads = await segment.payloads.read(again);
  segment.indexes.refresh();
  for (const [i, slot] of again.entries()) segment.indexes.replace(slot, payloads[i]!);
}

/** Does something to the database, or stops it and opens a copy of its directory. */
async function step(random: Random, opened: Opened): Promise<Opened> {
  const { database } = opened;
  const ids = drawnIds(random, random() < 0.7 ? 3 : 30);
  const kind = random();
  if (kind < 0.2) await upsert(database, "a", drawnPoints(random, ids));
  else if (kind < 0.25) await remove(database, "a", ids);
  else if (kind < 0.6) await setPayloads(database, "a", drawnPayloads(random, ids));
  else if (kind < 0.63) {
    const payload_schema = schema(random);
    await database.configure("a", (config) => ({ ...config, payload_schema }));
  } else if (kind < 0.88) await database.checkpoint();
  else {
    const killed = random() < 0.5;
    if (!killed) await database.close();
    const next = await open({ dir: copyOf(opened), segments: SEGMENTS });
    if (killed) await database.close();
    return next;
  }
  if (random() < 0.3) await database.collection("a").segments.indexing.settled();
  return opened;
}

/** More slots than a block has. */
const MANY = 2 ** 15 + 5000;
const CHECKS: Readonly<Record<string, readonly Check[]>> = {
  k: [value("key 7"), value("key 77"), { kind: "any", values: new Set(["key 1", "key 99"]) }],
  n: [value(-5), value(37_001), range({ gte: 1000, lt: 1100 }), range({ gte: -1000, lt: 30_000 })],
  f: [range({ gt: 0.25, lt: 0.5 }), range({ gt: 0.9 })],
  t: [text("word7 word8"), text("word37001"), { kind: "is_empty", is: true }],
};

function value(of: string | number): Check {
  return { kind: "value", value: of };
}

function range(bounds: Bounds): Check {
  return { kind: "range", bounds };
}

function text(of: string): Check {
  return { kind: "text", text: of };
}

function manyPayloads(slot: number): JsonObject {
  if (slot % 1000 === 3) return {};
  const n = slot % 50 === 0 ? [slot, -5, slot + 0.5] : slot;
  return {
    k: `key ${slot % 100}`,
    n,
    f: 1 / (slot + 1),
    t: [`word${slot % 10} word${(slot + 1) % 10}`, `word${slot}`],
  };
}

describe("a saved payload index", () => {
  for (const [path, type] of Object.entries({ k: "keyword", n: "integer", f: "float", t: "text" } as const)) {
    it(`a saved payload index answers like the one that it was made of, with more slots than a block has: ${type}`, async () => {
      const fields = new IndexedFields();
      fields.set({ [path]: type });
      const field = fields.get(path)!;
      const entry = new FieldEntry(field, 0);
      for (let slot = 0; slot < MANY; slot++) entry.put(slot, manyPayloads(slot));
      const file = await saved(entry, MANY, new SlotSet(), async () => {});
      const from = { bytes: file, saved: MANY, slots: MANY, changed: [] };
      const loaded = runWhole(loadIndex(field, from));
      for (const check of CHECKS[path]!) {
        const wanted = runWhole(entry.select(check, MANY))!;
        expect(runWhole(loaded.select(check, MANY)), JSON.stringify(check)).to.deep.equal(wanted);
        expect(countBits(wanted.maybe), JSON.stringify(check)).to.be.within(1, MANY - 1);
      }
    });
  }

  it("a saved payload index agrees with the matcher for every point, whatever was written between its slices", () =>
    withSeed(async (random) => {
      const tally = new Tally();
      for (let i = 0; i < ROUNDS; i++) {
        const loose = new LooseCollection(newEngine(), { ...CONFIG, payload_schema: schema(random) });
        const { segments } = loose.collection;
        for (let turn = 0; turn < 5; turn++) {
          await loose.upsert(drawnPoints(random, drawnIds(random, IDS)));
          await loose.setPayloads(drawnPayloads(random, drawnIds(random, 30)));
          if (random() < 0.3) segments.setIndexes(schema(random));
          if (random() < 0.5) await segments.indexing.settled();
          await saveAndLoad(random, loose, segments.all[0]!);
          await compareAll(random, loose.collection, tally);
          await loose.setPayloads(drawnPayloads(random, drawnIds(random, 30)));
          segments.indexing.wake();
          await segments.indexing.settled();
          await compareAll(random, loose.collection, tally);
        }
        await loose.collection.drop();
      }
      expect(tally.matching).to.be.above(0);
      expect(tally.open).to.be.below(tally.points);
    })).timeout(60_000 + ROUNDS * 10_000);

  it("a saved payload index agrees with the matcher for every point after checkpoints, rebuilds, kills and stops", () =>
    withSeed(async (random) => {
      const tally = new Tally();
      for (let i = 0; i < ROUNDS; i++) {
        let opened = await open({ segments: SEGMENTS });
        await opened.database.create("a", { ...CONFIG, payload_schema: schema(random) });
        const all = Array.from({ length: IDS }, (_, id) => id);
        await upsert(opened.database, "a", drawnPoints(random, all));
        for (let at = 0; at < STEPS; at++) {
          opened = await step(random, opened);
          // Segments that are compared must not be replaced meanwhile.
          await opened.database.optimized();
          await compareAll(random, opened.database.collection("a"), tally);
        }
        await opened.database.close();
      }
      expect(tally.matching).to.be.above(0);
    })).timeout(60_000 + ROUNDS * 10_000);
});
