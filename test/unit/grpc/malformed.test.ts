// Bytes that are not a message: they are refused, and nothing is read from them.

import { expect } from "chai";
import { messages } from "../../../src/grpc/wire/messages.ts";

const { CountPoints, DenseVector, UpsertPoints } = messages;

const decode = (...bytes: number[]) => CountPoints.decode(Uint8Array.from(bytes));

describe("the reader of gRPC messages", () => {
  it("the reader of gRPC messages accepts a valid message", () => {
    const { collection_name, exact } = decode(0x0a, 1, 0x61, 0x18, 1);
    expect([collection_name, exact]).to.deep.equal(["a", true]);
  });

  it("the reader of gRPC messages accepts unknown fields, as newer clients send them", () => {
    expect(decode(0x0a, 1, 0x61, 0xfa, 0x3f, 2, 0x78, 0x79).collection_name).to.equal("a");
  });

  for (const [what, bytes] of Object.entries({
    "a text longer than the message": [0x0a, 5, 0x61],
    "a message longer than the one around it": [0x12, 9, 0x0a, 0],
    "a field that ends outside of its message": [0x12, 2, 0x0a, 1, 0x18, 1],
    "a number without an end": [0x18, 0xff],
    "a tag of zero": [0, 0, 0],
    "a text that is not UTF-8": [0x0a, 2, 0xc0, 0xaf],
    "the end of a group that never began": [0x0a, 1, 0x61, 0x0c],
  })) {
    it(`the reader of gRPC messages refuses ${what}`, () => {
      expect(() => decode(...bytes)).to.throw();
    });
  }

  it("the reader of gRPC messages refuses numbers of vectors that end within a number", () => {
    expect(DenseVector.decode(Uint8Array.of(10, 4, 0, 0, 128, 63)).data).to.deep.equal(Float32Array.of(1));
    expect(() => DenseVector.decode(Uint8Array.of(10, 5, 0, 0, 128, 63, 0))).to.throw();
    expect(() => DenseVector.decode(Uint8Array.of(10, 2, 0, 0, 128, 63))).to.throw();
  });

  it("the reader of gRPC messages refuses a request that ends anywhere but between two fields", () => {
    const vector = { data: [], indices: undefined, vectors_count: undefined };
    const dense = { ...vector, vector: { $case: "dense" as const, value: { data: [1, 2] } } };
    const point = {
      id: { point_id_options: { $case: "num" as const, value: 300n } },
      payload: new Map(),
      vectors: { vectors_options: { $case: "vector" as const, value: dense } },
    };
    const bytes = Uint8Array.from(UpsertPoints.encode({ collection_name: "abc", points: [point] }));
    const betweenFields = new Set([0, 5, bytes.length]);
    for (let length = 0; length <= bytes.length; length++) {
      const read = () => UpsertPoints.decode(bytes.subarray(0, length));
      if (betweenFields.has(length)) read();
      else expect(read, `${length} bytes`).to.throw();
    }
  });
});
