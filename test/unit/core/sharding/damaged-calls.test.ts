// Damaged calls and answers between servers, whose checksums are right: they are errors, and never crash a server.
import { expect } from "chai";
import { answerBytes, BytesPart } from "../../../../src/core/sharding/bytes-part.ts";
import type { Method } from "../../../../src/core/sharding/part.ts";
import { decodedAnswer, decodedCall } from "../../../../src/core/sharding/wire/messages.ts";
import { METHODS } from "../../../../src/core/sharding/wire/methods.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { countOf, pick, roundRandom, seedOf } from "../../../support/chance.ts";
import { PointDrawer } from "../../../support/equality/points.ts";
import { READ_KINDS, ReadDrawer } from "../../../support/equality/reads.ts";
import { changed } from "./damaged-messages.ts";
import { gather } from "./gathered-collection.ts";
import { type Spread, spreadWorld } from "./spread-world.ts";

const ROUNDS = countOf("ROUNDS", 600);

interface Exchange {
  readonly call: Uint8Array;
  readonly answer: Uint8Array;
}

describe("damaged messages between servers", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(120);
  let world: Spread;
  const exchanges: Exchange[] = [];

  before(async () => {
    world = await spreadWorld(points, 2, seed);
    const { collections } = world;
    const recording = collections.map((collection, shard) => {
      const send = async (call: Uint8Array) => {
        const answer = await answerBytes(collection, call, undefined);
        exchanges.push({ call: call.slice(), answer: answer.slice() });
        return answer;
      };
      return new BytesPart({ shards: [shard], division: 2 }, send);
    });
    const reads = gather(collections, recording);
    for (const [i, kind] of READ_KINDS.entries()) {
      const drawer = new ReadDrawer(roundRandom(seed, 10 + i), points);
      for (let read = 0; read < 4; read++) {
        const { operation, request } = drawer.draw(kind);
        await world.answers(operation, request).catch(() => {});
      }
    }
    await reads.reading(async () => {
      const field = collections[0]!.field("euclid")!;
      await reads.watch(Float32Array.of(1, 0, 0, 1), { field, k: 3, ef: null, mostSteps: 50 });
      const [ref] = await reads.matching(null);
      await reads.neighbourhood(field, ref!, { level: 0, hops: 2, limit: 10 }).catch(() => {});
      await reads.sample(null, 5);
      await reads.indexedPoints();
    });
  });
  after(() => world.server.close());

  it("the recorded calls are of every method", () => {
    const methods = new Set(exchanges.map(({ call }) => runWhole(decodedCall(call)).call.method));
    expect([...methods]).to.include.members(Object.keys(METHODS).filter((name) => name !== "explainTexts"));
  });

  it(`a damaged call is answered, with an error or with what it asks (SEED=${seed})`, async function () {
    this.timeout(200_000);
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, 5000 + round);
      const { call } = pick(random, exchanges);
      const damaged = changed(call, random);
      const answer = await answerBytes(world.collections[0]!, damaged, undefined);
      const received = runWhole(decodedAnswer(methodOf(call), answer));
      const context = `SEED=${seed}, round ${round}: ${new TextDecoder().decode(damaged.subarray(16, 400))}`;
      if ("error" in received) expect(received.error.message, context).not.to.match(UNEXPECTED);
    }
  });

  it(`a damaged answer is an error of the product, or one that fits the question (SEED=${seed})`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, 9000 + round);
      const { call, answer } = pick(random, exchanges);
      const part = new BytesPart({ shards: [0], division: 2 }, async () => changed(answer, random));
      try {
        await part.ask(runWhole(decodedCall(call)).call, undefined);
      } catch (error) {
        expect(error, `SEED=${seed}, round ${round}`).to.be.instanceOf(VectorDbError);
        expect((error as Error).message).not.to.match(UNEXPECTED);
      }
    }
  });
});

/** The words of errors that come from the language and not from a check. */
const UNEXPECTED =
  /undefined|is not a function|is not iterable|Cannot read|Invalid array|out of bounds|BigInt|Cannot mix/;

function methodOf(call: Uint8Array): Method {
  return runWhole(decodedCall(call)).call.method;
}
