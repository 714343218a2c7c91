// The numbers of vectors between the bytes of a message and the array for the engine.

import { expect } from "chai";
import fc from "fast-check";
import { pointVectors, vector } from "../../../../src/grpc/convert/vectors.ts";
import type { DenseVector } from "../../../../src/grpc/gen/azimuth.d.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";

const { SearchPoints, Vectors } = messages;

const PACKED = 10;
const ONE = 13;

function bytesOf(...values: number[]): number[] {
  return [...new Uint8Array(Float32Array.from(values).buffer)];
}

function packed(...values: number[]): number[] {
  return [PACKED, values.length * 4, ...bytesOf(...values)];
}

const decode = (...bytes: number[]) => messages.DenseVector.decode(Uint8Array.from(bytes)).data;
const read = (data: DenseVector["data"]) =>
  vector.read({ data: [], vector: { $case: "dense", value: { data } } }, "");

describe("the numbers of a vector in a gRPC message", () => {
  it("the numbers of a vector in a gRPC message are read into one Float32Array, wherever in the message they begin", () => {
    for (const name of ["", "a", "ab", "abc"]) {
      const values = Float32Array.of(1.5, -2, 3e38, Number.NaN);
      const message = { ...SearchPoints.decode(new Uint8Array()), collection_name: name, vector: values };
      const read = SearchPoints.decode(SearchPoints.encode(message)).vector;
      expect(read).to.deep.equal(values);
    }
  });

  it("the numbers of a vector in a gRPC message are copied to memory of their own size, so that the message can be freed", () => {
    const bytes = Uint8Array.from(packed(1, 2));
    const data = messages.DenseVector.decode(bytes).data as Float32Array;
    bytes.fill(0);
    expect(data).to.deep.equal(Float32Array.of(1, 2));
    expect(data.buffer.byteLength).to.equal(8);
  });

  it("the numbers of a vector in a gRPC message are not copied again on their way to the engine", () => {
    const data = Float32Array.of(1, 2);
    expect(read(data)).to.equal(data);
    const point = { data: [], vector: { $case: "dense" as const, value: { data } } };
    expect(pointVectors.read({ vectors_options: { $case: "vector", value: point } }, "")).to.equal(data);
  });

  it("the numbers of a vector in a gRPC message may be sent in packed pieces and one by one, in the order of the message", () => {
    expect(read(decode(...packed(1, 2), ...packed(), ...packed(3)))).to.deep.equal(Float32Array.of(1, 2, 3));
    const mixed = [ONE, ...bytesOf(1), ...packed(2, 3), ONE, ...bytesOf(4)];
    expect(read(decode(...mixed))).to.deep.equal(Float32Array.of(1, 2, 3, 4));
    expect(read(decode(...packed(1), ONE, ...bytesOf(2)))).to.deep.equal(Float32Array.of(1, 2));
  });

  it("the numbers of a vector in a gRPC message are an empty array without a field and with an empty one", () => {
    expect(read(decode())).to.deep.equal(new Float32Array());
    expect(read(decode(...packed()))).to.deep.equal(new Float32Array());
  });

  it("the numbers of a vector in a gRPC message are refused where a piece ends within a number", () => {
    for (let length = 0; length < 12; length++) {
      const cut = () => decode(PACKED, length, ...bytesOf(1, 2, 3).slice(0, length));
      if (length % 4 === 0) cut();
      else expect(cut, `${length} bytes`).to.throw("a length in the message is wrong");
    }
  });

  it("the numbers of a vector in a gRPC message are written in the same way from either kind of array, and from a part of one", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true })), (values) => {
        const plain = messages.DenseVector.encode({ data: values });
        expect(messages.DenseVector.encode({ data: Float32Array.from(values) })).to.deep.equal(plain);
        const part = Float32Array.of(7, ...values, 7).subarray(1, values.length + 1);
        expect(messages.DenseVector.encode({ data: part })).to.deep.equal(plain);
      }),
    );
  });

  it("the numbers of a vector in a gRPC message are unchanged when they are encoded and decoded within other messages", () => {
    fc.assert(
      fc.property(fc.float32Array({ minLength: 1, noNaN: true }), (values) => {
        const bytes = Vectors.encode(pointVectors.write(values));
        expect(pointVectors.read(Vectors.decode(bytes), "")).to.deep.equal(values);
      }),
    );
  });
});
