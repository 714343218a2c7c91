// Responses that are encoded point by point have the bytes of responses that are encoded at once.

import type { ServiceDefinition } from "@grpc/grpc-js";
import { expect } from "chai";
import { type Rpc, SERVICES } from "../../../src/grpc/rpcs.ts";
import { services } from "../../../src/grpc/wire/messages.ts";
import { PieceWriter } from "../../../src/grpc/wire/pieces.ts";
import { RawJson } from "../../../src/schema/raw-json.ts";
import { seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";

const { PointsService } = services;

const HEAD_BYTES = 5;
const SECONDS = 0.25;
const METHODS: ServiceDefinition = PointsService;
const points = SERVICES.find(({ definition }) => definition === (PointsService as ServiceDefinition))!;

const seed = seedOf();

describe(`a large response over gRPC (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);

  const some = <Item>(most: number, make: (i: number) => Item) =>
    Array.from({ length: below(most + 1) }, (_, i) => make(i));
  const vector = (size: number) => Float32Array.from({ length: size }, () => random() - 0.5);
  const payload = () => {
    const text = JSON.stringify({ n: below(1_000), list: [1.5, "x", null], at: { deep: true } });
    return new RawJson(Buffer.from(text), 2);
  };
  const point = (i: number) => ({
    id: i % 3 === 0 ? "00000000-0000-4000-8000-00000000000a" : i,
    ...(i % 2 === 0 && { payload: payload() }),
    // Some points are longer than a piece.
    ...(i % 5 !== 0 && { vector: i % 7 === 1 ? { "": vector(5_000), b: vector(2) } : vector(below(300)) }),
  });
  const record = (i: number) => ({ ...point(i), ...(i % 4 === 0 && { order_value: i % 8 === 0 ? 1.5 : 7 }) });
  const hit = (i: number) => ({ ...point(i), score: Math.fround(random()), version: i * 3 });
  const hits = (most: number) => some(most, hit);
  const group = (i: number) => ({
    id: i % 2 === 0 ? `g${i}` : i,
    hits: hits(5),
    ...(i % 3 === 0 && { lookup: record(i) }),
  });

  const recall = { asked: 0.9, expected: null, ef: 112, measured: "2026-11-26T05:27:15.000Z" };
  const recalls = [recall, null];
  /** Returns the recall beside a result; pages of points have none. */
  const besideOf = (name: string) => {
    if (name === "get" || name === "scroll") return undefined;
    return { recall: name.endsWith("Batch") ? recalls : recall };
  };

  const RESULTS: Readonly<Record<string, () => unknown>> = {
    get: () => some(30, record),
    scroll: () => ({ points: some(30, record), next_page_offset: below(2) === 0 ? null : 17 }),
    search: () => hits(50),
    recommend: () => hits(50),
    discover: () => hits(50),
    query: () => ({ points: hits(50) }),
    searchBatch: () => some(10, () => hits(10)),
    recommendBatch: () => some(10, () => hits(10)),
    discoverBatch: () => some(10, () => hits(10)),
    queryBatch: () => some(10, () => ({ points: hits(10) })),
    searchGroups: () => ({ groups: some(10, group) }),
    recommendGroups: () => ({ groups: some(10, group) }),
    queryGroups: () => ({ groups: some(10, group) }),
  };

  it("a large response over gRPC can be encoded in parts if it has points", () => {
    const inParts = Object.entries(points.rpcs).filter(([, rpc]) => "encode" in rpc && rpc.encode.large);
    expect(inParts.map(([name]) => name).sort()).to.deep.equal(Object.keys(RESULTS).sort());
  });

  for (const [name, draw] of Object.entries(RESULTS)) {
    it(`a large response over gRPC is the same message in parts as at once: ${name}`, async () => {
      const { encode } = points.rpcs[name] as Rpc;
      const { responseSerialize, responseDeserialize } = METHODS[name]!;
      for (let round = 0; round < 5; round++) {
        const result = draw() as never;
        const out = new PieceWriter();
        out.write(responseSerialize(encode.large!.rest(result, SECONDS, besideOf(name))));
        for (const _ of encode.large!.points(result, out));
        const pieces = out.end();
        const written: Uint8Array[] = [];
        const stream = { write: (piece: Uint8Array) => written.push(piece) > 0 };
        written.push((await pieces.writeTo(stream as never))!);
        const framed = Buffer.concat(written);
        expect(framed.readUInt8(0)).to.equal(0);
        expect(framed.readUInt32BE(1))
          .to.equal(framed.length - HEAD_BYTES)
          .and.equal(pieces.length);
        const whole = responseSerialize(encode(result, SECONDS, besideOf(name)));
        expect(responseDeserialize(framed.subarray(HEAD_BYTES))).to.deep.equal(responseDeserialize(whole));
      }
    });
  }
});
