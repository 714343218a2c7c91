// Deletions and their undo beside writes of the same points. The decision: each point has one writer, which counts up;
// when all deletions are undone, every point has what was last acknowledged for it, vector and payload alike.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { overwritePayload } from "../../../src/service/writes/payload.ts";
import { updateVectors } from "../../../src/service/writes/vectors.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { freshDir, open, unnamed } from "../core/fixtures.ts";
import { slowEngine } from "../core/segment-fixtures.ts";
import { newEngine } from "../engine/fixtures.ts";
import { C, contentsOf, servicesOver } from "./deletions-fixtures.ts";

const ROUNDS = countOf("ROUNDS", 2);
const IDS = Array.from({ length: 12 }, (_, id) => id);
const WRITES = 30;
const payloadOf = (value: number) => ({ bytes: new TextEncoder().encode(`{"n":${value}.0}`) }) as never;
const isAbsent = (error: Error) => error.message.startsWith("Point not found");

type Services = ReturnType<typeof servicesOver>;

/** The values that were last acknowledged for a point. */
interface Last {
  vector: number;
  payload: number;
}

/** Writes one point again and again. @returns what was last acknowledged */
async function write({ points }: Services, id: number, random: Random): Promise<Last> {
  const last: Last = { vector: 0, payload: 0 };
  const selected = { ...C, points: [id] };
  for (let value = 1; value <= WRITES; value++) {
    const kind = value === 1 ? "upsert" : pick(random, ["upsert", "payload", "vector"] as const);
    const vector = Float32Array.of(value, id);
    try {
      if (kind === "upsert")
        await points.upsert({ ...C, points: [{ id, vector, payload: payloadOf(value) }] }, NATIVE_RULES);
      if (kind === "payload")
        await points.write({ ...selected, payload: payloadOf(value) }, overwritePayload, NATIVE_RULES);
      if (kind === "vector")
        await points.write({ ...C, points: [{ id, vector }] }, updateVectors, NATIVE_RULES);
      if (kind !== "payload") last.vector = value;
      if (kind !== "vector") last.payload = value;
    } catch (error) {
      // Only whole points are written while it is deleted.
      if (kind === "upsert" || !isAbsent(error as Error)) throw error;
    }
  }
  return last;
}

describe("a deletion beside writes", () => {
  const seed = seedOf();
  for (let round = 0; round < ROUNDS; round++) {
    it(`a deletion beside writes loses none of them when it is undone (SEED=${seed}, round ${round})`, async () => {
      const random = roundRandom(seed, round);
      const segments = { maxSlots: 20, vacuumMinSlots: 10, deletedThreshold: 0.3, spareSegments: 1 };
      const { database } = await open({
        dir: freshDir(),
        segments,
        engine: (files) => slowEngine(random, newEngine({ files })),
      });
      await database.create("c", unnamed(2));
      const services = servicesOver(database);
      let writing = true;
      let restored = 0;
      const deleting = async () => {
        while (writing) {
          const points = IDS.filter(() => random() < 0.6);
          const deletion = await services.remove(random() < 0.5 ? { filter: {} } : { points });
          for (let pauses = between(random, 0, 3); pauses > 0; pauses--) await database.settled();
          if (deletion !== undefined) restored += (await services.restore(deletion)).restored;
        }
      };
      const all = Promise.all(IDS.map((id) => write(services, id, random))).finally(() => {
        writing = false;
      });
      const [last] = await Promise.all([all, deleting()]);
      expect(await contentsOf(database)).to.deep.equal(
        last.map(({ vector, payload }, id) => `${id} [${vector},${id}] {"n":${payload}.0}`),
      );
      expect(restored, "points that were restored").to.be.above(10);
      await database.close();
    }).timeout(60_000);
  }
});
