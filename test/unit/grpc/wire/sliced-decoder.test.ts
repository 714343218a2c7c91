// Large messages are read in slices, and the results are those of reading them at once.

import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { Codec } from "../../../../src/grpc/convert/codec.ts";
import { countPoints, recommendPoints, searchBatch } from "../../../../src/grpc/convert/searches.ts";
import {
  deletePoints,
  setPointPayload,
  updateBatch,
  upsertPoints,
} from "../../../../src/grpc/convert/writes.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../../src/schema/raw-json.ts";
import { seedOf } from "../../../support/chance.ts";
import { REQUEST_ROWS } from "../../../support/grpc-rows.ts";
import { readAtOnce, readInSlices, type Wire } from "../../../support/grpc-wire.ts";
import { seededRandom } from "../../../support/random.ts";

const {
  CountPoints,
  DeletePoints,
  RecommendPoints,
  SearchBatchPoints,
  SetPayloadPoints,
  UpdateBatchPoints,
  UpsertPoints,
} = messages;

const seed = seedOf();
const RUNS = { numRuns: Number(process.env.RUNS ?? 10), seed };
const MANY = 5_000;
/** The bytes that are read between two pauses, with the largest part that is read at once. */
const MAX_BETWEEN = 16 * 1024;

const uuid = (i: number) => `${String(i).padStart(8, "0")}-0000-4000-8000-000000000000`;
const many = <Item>(make: (i: number) => Item) => Array.from({ length: MANY }, (_, i) => make(i));
const payload = (json: unknown, depth: number) => new RawJson(Buffer.from(JSON.stringify(json)), depth);

/** Requests with a part that is large, and the message of each. */
const LARGE: Readonly<Record<string, readonly [Codec<never>, Wire<never>, object]>> = {
  "ids of a filter": large(countPoints, CountPoints, { filter: { must: [{ has_id: many(uuid) }] } }),
  "keywords of a filter": large(countPoints, CountPoints, {
    filter: { must: [{ key: "a", match: { any: many((i) => `k${i}`) } }] },
  }),
  "integers of a filter": large(countPoints, CountPoints, {
    filter: { must: [{ key: "a", match: { except: many((i) => i) } }] },
  }),
  "a polygon": large(countPoints, CountPoints, {
    filter: {
      must: [{ key: "a", geo_polygon: { exterior: { points: many((i) => ({ lon: i / MANY, lat: 1 })) } } }],
    },
  }),
  "ids to delete": large(deletePoints, DeletePoints, { points: many((i) => i) }),
  "searches of a batch": large(searchBatch, SearchBatchPoints, {
    searches: many(() => ({ vector: Float32Array.of(1, 2), limit: 3 })),
  }),
  "examples of a recommendation": large(recommendPoints, RecommendPoints, {
    positive: [...many(uuid), Float32Array.of(1)],
    negative: [7, Float32Array.of(2)],
    limit: 1,
  }),
  "a payload": large(setPointPayload, SetPayloadPoints, {
    payload: payload(
      { list: many((i) => i), map: Object.fromEntries(many((i) => [`k${i}`, ["é", null]])) },
      3,
    ),
    points: [1],
  }),
  "points to write": large(upsertPoints, UpsertPoints, {
    points: many((id) => ({ id, vector: Float32Array.of(1, 2), payload: payload({ n: id }, 1) })),
  }),
  "writes of a batch": large(updateBatch, UpdateBatchPoints, {
    operations: [
      { upsert: { points: many((id) => ({ id, vector: Float32Array.of(1) })) } },
      { delete: { points: [1] } },
    ],
  }),
};

function large<Message>(codec: Codec<Message>, wire: Wire<Message>, request: object) {
  return [codec as Codec<never>, wire as Wire<never>, { collection_name: "c", ...request }] as const;
}

describe(`a large message over gRPC (seed ${seed})`, () => {
  for (const [id, codec, wire, requests] of REQUEST_ROWS) {
    it(`a large message over gRPC has the same request in slices as at once: ${id}`, () => {
      fc.assert(
        fc.property(requests, fc.constantFrom(0, 10, 100), (request, smallBytes) => {
          const bytes = wire.encode(codec.write(request));
          expect(readInSlices(codec, wire, bytes, smallBytes).json).to.deep.equal(request);
        }),
        RUNS,
      );
    });

    it(`a large message over gRPC is refused in slices if it is refused at once: ${id}`, () => {
      const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
      fc.assert(
        fc.property(requests, place, fc.nat(7), fc.boolean(), (request, where, bit, isCut) => {
          const bytes = Uint8Array.from(wire.encode(codec.write(request)));
          const at = Math.floor(where * bytes.length);
          if (bytes.length > 0) bytes[at]! ^= 1 << bit;
          const damaged = isCut ? bytes.subarray(0, at) : bytes;
          const expected = readAtOnce(codec, wire, damaged);
          const got = readInSlices(codec, wire, damaged, 0);
          // Of two mistakes either may be reported.
          expect(got.error === undefined, got.error).to.equal(expected.error === undefined);
          if (expected.error === undefined) expect(got.json).to.deep.equal(expected.json);
        }),
        RUNS,
      );
    });
  }

  for (const [part, [codec, wire, request]] of Object.entries(LARGE)) {
    it(`a large message over gRPC lets other work run while it is read: ${part}`, () => {
      const bytes = wire.encode(codec.write(request));
      const { json, error, pauses } = readInSlices(codec, wire, bytes);
      expect(error).to.equal(undefined);
      expect(json).to.deep.equal(request);
      expect(pauses).to.be.above(bytes.length / MAX_BETWEEN);
    });
  }

  it("a large message over gRPC reports the positions of unknown fields", () => {
    const before = new BinaryWriter().uint32(98 << 3).uint32(1);
    const group = new BinaryWriter()
      .uint32((97 << 3) | 3)
      .uint32(8)
      .uint32(1)
      .uint32((97 << 3) | 4);
    const inner = new BinaryWriter()
      .uint32((99 << 3) | 2)
      .string("new")
      .finish();
    const item = new BinaryWriter()
      .uint32((3 << 3) | 2)
      .bytes(inner)
      .finish();
    const bytes = Buffer.concat([before.finish(), group.finish(), item, item]);
    const { unknown } = readInSlices(upsertPoints, UpsertPoints, bytes, 0);
    expect(unknown).to.deep.equal(readAtOnce(upsertPoints, UpsertPoints, bytes).unknown);
    expect([...unknown.keys()]).to.have.members([97, 98, 99]);
  });

  it("a large message over gRPC is refused when its lists have more items than a JSON body may have values, before they are read", () => {
    const bytes = Buffer.alloc(2 * 1_000_001);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = (3 << 3) | 2;
    const { error } = readInSlices(upsertPoints, UpsertPoints, bytes);
    expect(error).to.equal("more than 1000000 items in the lists of one message");
  });

  it("a large message over gRPC is refused when a payload has more than twice the bytes that are allowed", () => {
    const text = "x".repeat(200_000);
    const request = {
      collection_name: "c",
      payload: payload({ list: Array(12).fill(text) }, 2),
      points: [1],
    };
    const bytes = SetPayloadPoints.encode(setPointPayload.write(request));
    const { error } = readInSlices(setPointPayload, SetPayloadPoints, bytes);
    expect(error).to.equal("payload: expected at most 1048576 bytes, got more");
  });

  it("a large message over gRPC is refused when a text or a list of numbers is longer than any that is valid", () => {
    const texts = (length: number) =>
      new BinaryWriter()
        .uint32((1 << 3) | 2)
        .bytes(new Uint8Array(length))
        .finish();
    expect(readInSlices(countPoints, CountPoints, texts(2 ** 24 + 1)).error).to.equal(
      "a text of 16777217 bytes at byte 1 of the message: expected at most 16777216",
    );
    const search = messages.SearchPoints;
    const vector = new BinaryWriter()
      .uint32((2 << 3) | 2)
      .bytes(new Uint8Array(4 * (2 ** 20 + 1)))
      .finish();
    const { error } = readInSlices(recommendPoints, search as never, vector);
    expect(error).to.contain("a list of 1048577 numbers at byte 1 of the message");
  });

  it("a large message over gRPC has the same long texts in slices as at once, with every character, or is refused", () => {
    for (const text of ["é", "🦊", "a🦊é", "aaa"]) {
      const bytes = Uint8Array.from(
        CountPoints.encode(countPoints.write({ collection_name: text.repeat(50_000) })),
      );
      const { json, pauses } = readInSlices(countPoints, CountPoints, bytes);
      expect(json).to.deep.equal({ collection_name: text.repeat(50_000) });
      expect(pauses).to.be.above(2);
      bytes[bytes.length - 1] = 0xf0;
      expect(readInSlices(countPoints, CountPoints, bytes).error).to.equal(
        readAtOnce(countPoints, CountPoints, bytes).error,
      );
    }
  });

  it("a large message over gRPC decodes lists that no codec converts", () => {
    const ignored: Codec<object> = { read: () => ({}), write: () => ({}) };
    const random = seededRandom(seed);
    const request = {
      collection_name: "c",
      points: Array.from({ length: 9 }, (_, id) => ({ id, vector: Float32Array.of(1) })),
    };
    const bytes = Uint8Array.from(UpsertPoints.encode(upsertPoints.write(request)));
    const at = Math.floor(random() * bytes.length);
    bytes[at]! ^= 1 << Math.floor(random() * 8);
    const expected = readAtOnce(ignored, UpsertPoints as Wire<object>, bytes);
    const got = readInSlices(ignored, UpsertPoints as Wire<object>, bytes, 0);
    expect(got.error).to.equal(expected.error);
  });
});
