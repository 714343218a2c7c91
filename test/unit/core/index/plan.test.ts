// The plan of a filter against the matcher: they agree on every point, whatever is indexed and however far indexes are
// built.
import { expect } from "chai";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import type { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { itWeekly } from "../../../support/weekly.ts";
import { integer, newEngine, type Random, withSeed } from "../../engine/fixtures.ts";
import { configOf } from "../fixtures.ts";
import { LooseCollection } from "../segment-fixtures.ts";
import { condition, filter, payload, schema } from "./chance.ts";
import { compare, Tally, textOf } from "./compare.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 1);
const STEPS = 25;
const FILTERS = 12;
const IDS = 120;

const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));

function drawnPoints(random: Random, ids: readonly number[]) {
  return ids.map((id) => {
    const vectors: Record<string, Float32Array> = {};
    if (random() < 0.9) vectors[""] = Float32Array.of(random(), random());
    if (random() < 0.5) vectors.other = Float32Array.of(random(), random());
    return { id, vectors, payload: bytes(payload(random)) };
  });
}

/** A payload larger than one slice of index building. */
const LARGE = bytes(JSON.stringify({ k: "x".repeat(300_000) }));

const drawnIds = (random: Random, most: number) => [
  ...new Set(Array.from({ length: integer(random, 1, most) }, () => integer(random, 0, IDS))),
];

/** Lets the next read of payloads return what is stored now, but only when the returned function is called. */
function pauseReads({ payloads }: CollectionSegment): () => void {
  const read = payloads.read.bind(payloads);
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  payloads.read = async (slots) => {
    payloads.read = read;
    const found = await read(slots);
    await gate;
    return found;
  };
  return goOn;
}

async function round(random: Random, tally: Tally): Promise<void> {
  const config = configOf(
    { name: "", size: 2, distance: "Euclid" },
    { name: "other", size: 2, distance: "Euclid" },
  );
  const settings = { maxSlots: 90, vacuumMinSlots: 40, spareSegments: 2 };
  const loose = new LooseCollection(newEngine(), { ...config, payload_schema: schema(random) }, settings);
  const { collection } = loose;
  for (let step = 0; step < STEPS; step++) {
    const kind = random();
    const ids = drawnIds(random, 30);
    if (kind < 0.4) await loose.upsert(drawnPoints(random, ids));
    else if (kind < 0.5) await loose.remove(ids);
    else if (kind < 0.75) await loose.setPayloads(new Map(ids.map((id) => [id, bytes(payload(random))])));
    else if (kind < 0.85) collection.segments.setIndexes(schema(random));
    else await loose.rebuild();
    if (random() < 0.5) {
      collection.segments.indexing.wake();
      await collection.segments.indexing.settled();
    }
    for (let i = 0; i < FILTERS; i++) {
      const json = filter(random, IDS);
      const shown = textOf({ json, schema: [...collection.segments.indexed.all.keys()] });
      for (const segment of collection.segments.all) await compare(segment, parseFilter(json), shown, tally);
    }
  }
  await collection.drop();
}

describe("the plan of a filter", () => {
  it("the plan of a filter agrees with the matcher for every point, whatever is written and indexed", () =>
    withSeed(async (random) => {
      const tally = new Tally();
      for (let i = 0; i < ROUNDS; i++) await round(random, tally);
      const share = (part: number) => `${((100 * part) / tally.points).toFixed(1)} %`;
      process.stdout.write(
        `      ${tally.points} points: ${share(tally.matching)} matched, ${share(tally.open)} had to be checked\n`,
      );
      expect(tally.matching).to.be.above(0);
    }));

  itWeekly(
    "the plan of a filter agrees with the matcher while indexes are being built and payloads are replaced",
    () =>
      withSeed(async (random) => {
        const points = 1500;
        const loose = new LooseCollection(newEngine(), configOf({ name: "", size: 2, distance: "Euclid" }));
        const { segments } = loose.collection;
        segments.indexing.stop();
        await loose.upsert(
          drawnPoints(
            random,
            Array.from({ length: points }, (_, id) => id),
          ),
        );
        segments.setIndexes(schema(random));
        const [segment] = segments.all;
        const tally = new Tally();
        for (let i = 0; i < 4 && segment!.indexes.unfinished; i++) {
          // Replaced payloads are indexed at once, or left for later because they are too large.
          if (random() < 0.5) segment!.indexes.refresh();
          else await loose.setPayloads(new Map([[points - 1, LARGE]]));
          const goOn = pauseReads(segment!);
          const reading = segment!.indexes.read();
          const ids = Array.from({ length: 200 }, () => integer(random, 0, points - 1));
          await loose.setPayloads(new Map(ids.map((id) => [id, bytes(payload(random))])));
          goOn();
          await reading;
          await loose.upsert(drawnPoints(random, ids.slice(0, 50)));
          for (let j = 0; j < FILTERS; j++) {
            const json = { must: [condition(random, points, 0)] };
            await compare(segment!, parseFilter(json), textOf(json), tally);
          }
        }
        expect(tally.open).to.be.above(0);
        await loose.collection.drop();
      }),
  );
});
