// Writes that are decoded point by point are the requests that are decoded at once.

import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import * as large from "../../../src/grpc/convert/large-writes.ts";
import * as writes from "../../../src/grpc/convert/writes.ts";
import { messages } from "../../../src/grpc/wire/messages.ts";
import { Notes, type Reading, readable } from "../../../src/grpc/wire/split.ts";
import { NotingReader } from "../../../src/grpc/wire/unknown-fields.ts";
import { RawJson } from "../../../src/schema/raw-json.ts";
import { seededRandom } from "../../support/random.ts";

const { UpdateBatchPoints, UpdatePointVectors, UpsertPoints } = messages;

const seed = Math.floor(Math.random() * 2 ** 31);
const ROUNDS = 10;

describe(`a large write over gRPC (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const some = <Item>(most: number, make: (i: number) => Item) =>
    Array.from({ length: below(most + 1) }, (_, i) => make(i));
  const vector = (size: number) => Float32Array.from({ length: size }, () => random() - 0.5);
  const payload = () => new RawJson(Buffer.from(JSON.stringify({ n: below(9), s: ["é", null, 1.5] })), 2);
  const vectors = (i: number) => ({
    id: i,
    vector: i % 3 === 0 ? { a: vector(3), b: vector(below(4)) } : vector(4),
  });
  const point = (i: number) => ({ ...vectors(i), ...(below(2) === 0 && { payload: payload() }) });
  const options = () => ({
    collection_name: "c",
    ...(below(2) === 0 && { wait: false }),
    ...(below(2) === 0 && { update_filter: { must: [{ has_id: [1, 2] }] } }),
  });
  const drawn = {
    upsert: () => ({ points: some(20, point), ...(below(2) === 0 && { update_mode: "insert_only" }) }),
    update_vectors: () => ({ points: some(20, vectors) }),
    delete: () => ({ points: some(5, (i) => i) }),
    set_payload: () => ({ payload: payload(), points: some(3, (i) => i) }),
  };
  const operation = () => {
    const kind = (Object.keys(drawn) as (keyof typeof drawn)[])[below(4)]!;
    // Some points are larger than a slice of decoding.
    if (kind === "upsert" && below(3) === 0) {
      return { upsert: { points: Array.from({ length: 100 }, (_, id) => ({ id, vector: vector(1_000) })) } };
    }
    return { [kind]: drawn[kind]() };
  };

  const CASES = {
    UpsertPoints: [
      UpsertPoints,
      writes.upsertPoints,
      large.upsertPoints,
      () => ({ ...options(), ...drawn.upsert() }),
    ],
    UpdatePointVectors: [
      UpdatePointVectors,
      writes.updatePointVectors,
      large.updatePointVectors,
      () => ({ ...options(), ...drawn.update_vectors() }),
    ],
    UpdateBatchPoints: [
      UpdateBatchPoints,
      writes.updateBatch,
      large.updateBatch,
      () => ({ collection_name: "c", operations: some(8, operation) }),
    ],
  } as const;

  interface Read {
    readonly json?: unknown;
    readonly error?: string;
    readonly unknown: Map<number, number>;
  }

  function read(work: (unknown: Map<number, number>) => unknown): Read {
    const unknown = new Map<number, number>();
    try {
      return { json: work(unknown), unknown };
    } catch (error) {
      return { error: (error as Error).message, unknown };
    }
  }

  function inSlices(reading: Reading, bytes: Uint8Array): Read {
    return read((unknown) => {
      const steps = reading(bytes, "", new Notes(bytes, unknown));
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    });
  }

  for (const [name, [wire, codec, reading, draw]] of Object.entries(CASES)) {
    const decode = (input: NotingReader) => wire.decode(input) as never;
    const runWhole = (bytes: Uint8Array) =>
      read((unknown) => {
        const reader = new NotingReader(bytes);
        const message = readable(() => decode(reader));
        for (const [number, at] of reader.unknown) unknown.set(number, at);
        return (codec as typeof writes.upsertPoints).read(message, "");
      });
    const bytesOf = () => {
      const message = codec.write(draw()) as never;
      return (wire as typeof UpsertPoints).encode(message);
    };

    it(`is the same request in slices as at once: ${name}`, () => {
      for (let round = 0; round < ROUNDS; round++) {
        const bytes = bytesOf();
        expect(inSlices(reading, bytes)).to.deep.equal(runWhole(bytes));
      }
    });

    it(`is refused in slices with the error of reading it at once when its bytes are wrong: ${name}`, () => {
      for (let round = 0; round < ROUNDS; round++) {
        const bytes = bytesOf();
        const cut = bytes.subarray(0, below(bytes.length));
        const flipped = Uint8Array.from(bytes);
        if (flipped.length > 0) flipped[below(flipped.length)]! ^= 1 << below(8);
        expect(inSlices(reading, cut).error).to.equal(runWhole(cut).error);
        const { json, error } = runWhole(flipped);
        const sliced = inSlices(reading, flipped);
        // Of two errors either may be reported.
        expect(sliced.error === undefined, sliced.error).to.equal(error === undefined);
        if (error === undefined) expect(sliced.json).to.deep.equal(json);
      }
    });

    it(`reports the positions of unknown fields: ${name}`, () => {
      const before = new BinaryWriter()
        .uint32((98 << 3) | 0)
        .uint32(1)
        .finish();
      const behind = new BinaryWriter()
        .uint32((99 << 3) | 2)
        .string("new")
        .finish();
      const bytes = Buffer.concat([before, bytesOf(), behind]);
      const { unknown } = inSlices(reading, bytes);
      expect(unknown).to.deep.equal(runWhole(bytes).unknown);
      expect([...unknown.keys()]).to.include(99);
    });
  }

  it("is refused with the number of its points when they are too many, without reading them", () => {
    const bytes = Buffer.alloc(2 * 100_000);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = (3 << 3) | 2;
    expect(inSlices(large.upsertPoints, bytes).error).to.equal(
      "points: expected at most 10000 items, got 100000",
    );
  });

  it("is refused when one point, or the rest, is too large", () => {
    const options = new BinaryWriter()
      .uint32((6 << 3) | 2)
      .bytes(new Uint8Array(2 ** 20))
      .finish();
    expect(inSlices(large.upsertPoints, options).error).to.contain(
      "without points: expected at most 1048576 bytes",
    );
    const point = new BinaryWriter()
      .uint32((3 << 3) | 2)
      .bytes(new Uint8Array(2 ** 24 + 1))
      .finish();
    expect(inSlices(large.upsertPoints, point).error).to.contain(
      "points[0]: expected at most 16777216 bytes",
    );
  });
});
