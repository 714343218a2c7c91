// Packed bodies, whose vectors are bytes: the values equal those of JSON alone, and invalid bodies are refused.
import { expect } from "chai";
import fc from "fast-check";
import Type from "typebox";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { readPackedBody } from "../../../src/json/floats.ts";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { PayloadSchema, PointIdSchema, type RawJson, VectorSchema } from "../../../src/schema/leaf.ts";
import { UpsertPointsSchema } from "../../../src/schema/point-write.ts";
import { countOf } from "../../support/chance.ts";
import { packedBody } from "../../support/packed-body.ts";

const SHAPE = compileShape(
  Type.Object({
    id: PointIdSchema,
    vector: Type.Union([VectorSchema, Type.Record(Type.String(), VectorSchema)]),
    rows: Type.Union([Type.Array(VectorSchema), Type.Record(Type.String(), Type.Array(VectorSchema))]),
    payload: PayloadSchema,
    other: Type.Object({}),
  }),
);

const read = (head: unknown, floats: ArrayLike<number> = []) =>
  readPackedBody(packedBody(head, floats), SHAPE);

function refusal(body: Uint8Array): string {
  try {
    readPackedBody(body, SHAPE);
  } catch (error) {
    if (error instanceof InvalidArgument) return error.message;
    throw error;
  }
  return "accepted";
}

const refused = (head: unknown, floats: ArrayLike<number> = []) => refusal(packedBody(head, floats));

describe("readPackedBody", () => {
  it("readPackedBody puts floats where the head names a vector, in the order of the text", () => {
    expect(read({ id: 7, vector: { $f32: 2 } }, [1, 2.5])).to.deep.equal({
      id: 7,
      vector: new Float32Array([1, 2.5]),
    });
    expect(read('{"vector": {"b": {"$f32": 1}, "a": {"$f32": 2}}}', [1, 2, 3])).to.deep.equal({
      vector: { b: new Float32Array([1]), a: new Float32Array([2, 3]) },
    });
  });

  it("readPackedBody puts rows of floats where the head names a list of vectors, also by vector name", () => {
    const rows = [new Float32Array([1, 2]), new Float32Array([3, 4]), new Float32Array([5, 6])];
    expect(read({ rows: { $f32: [3, 2] } }, [1, 2, 3, 4, 5, 6])).to.deep.equal({ rows });
    expect(read({ rows: { a: { $f32: [3, 2] } } }, [1, 2, 3, 4, 5, 6])).to.deep.equal({ rows: { a: rows } });
    expect(read({ rows: [{ $f32: 2 }, [3, 4], { $f32: 2 }] }, [1, 2, 5, 6])).to.deep.equal({ rows });
    expect(read({ rows: { $f32: [0, 2] } })).to.deep.equal({ rows: [] });
  });

  it("readPackedBody reads the rest of the head like any JSON: ids exact, payloads as received", () => {
    const head = '{"id":13570027672830659665,"vector":{"$f32":1},"payload":{ "$f32":1.0 } }';
    const { id, payload } = read(head, [1]) as { id: bigint; payload: RawJson };
    expect(id).to.equal(13570027672830659665n);
    expect(Buffer.from(payload.bytes).toString()).to.equal('{ "$f32":1.0 }');
  });

  it("readPackedBody reads the floats bit by bit, at any address of the body", () => {
    const bits = Uint32Array.of(0x7f800000, 0xff800000, 0x7fc12345, 0x80000000, 1, 0x3f9d70a4);
    const body = packedBody({ vector: { $f32: 6 } }, new Float32Array(6));
    body.set(new Uint8Array(bits.buffer), body.length - 24);
    for (let offset = 0; offset < 8; offset++) {
      const moved = new Uint8Array(body.length + offset).subarray(offset);
      moved.set(body);
      const { vector } = readPackedBody(moved, SHAPE) as { vector: Float32Array };
      expect(new Uint32Array(vector.buffer)).to.deep.equal(bits);
      // The array is a copy: it does not keep the body in memory and does not change with it.
      expect(vector.buffer.byteLength).to.equal(24);
    }
  });

  it("readPackedBody reads a reference to floats as an ordinary object where no vector can be, and in JSON", () => {
    expect(read({ other: { $f32: 1 } })).to.deep.equal({ other: { $f32: 1 } });
    expect(readJson(Buffer.from('{"vector":{"$f32":1}}'), SHAPE)).to.deep.equal({ vector: { $f32: 1 } });
  });

  it("readPackedBody returns the values of the same vectors in JSON", () => {
    const shape = compileShape(UpsertPointsSchema);
    const float = fc.float({ noNaN: true, noDefaultInfinity: true });
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((size) => fc.array(fc.array(float, { minLength: size, maxLength: size }), { minLength: 1 }));
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const ids = other.map((_, i) => i);
        const request = (vectors: unknown, of: (row: number[]) => unknown) => ({
          points: one.map((row, id) => ({ id, vector: of(row), payload: null })),
          batch: { ids, vectors },
        });
        const plain = request(other, (row) => row);
        const packed = request({ $f32: [other.length, other[0]!.length] }, (row) => ({ $f32: row.length }));
        const body = packedBody(JSON.stringify(packed), [...one, ...other].flat());
        // -0 is not an integer literal of JSON.
        const text = JSON.stringify(plain, (_, value) => (Object.is(value, -0) ? "-0" : value));
        const json = Buffer.from(text.replaceAll('"-0"', "-0"));
        expect(readPackedBody(body, shape)).to.deep.equal(readJson(json, shape));
      }),
    );
  });
});

describe("an invalid packed body", () => {
  it("an invalid packed body is refused when its length is wrong or it is truncated", () => {
    expect(refusal(Buffer.from([1, 0, 0]))).to.contain("got 3 bytes");
    expect(refusal(Buffer.from('{"vector": [1]}'))).to.equal(
      "body: expected the length of a JSON head as 4 bytes, the head, and 32-bit floats (JSON alone is sent as " +
        "application/json), got a length of 1702240891 with 11 bytes behind it",
    );
    const whole = packedBody({ vector: { $f32: 2 } }, [1, 2]);
    for (let length = 0; length < whole.length; length++) {
      expect(refusal(whole.subarray(0, length)), String(length)).not.to.equal("accepted");
    }
    expect(refusal(whole.subarray(0, -1))).to.equal(
      "body: expected 32-bit floats behind its head, got 7 bytes, 3 too many",
    );
  });

  it("an invalid packed body is refused when the head names more or fewer floats than there are", () => {
    expect(refused({ vector: { $f32: 3 } }, [1, 2])).to.equal(
      "body: $f32 before byte 20 of the head asks for 3 floats, 2 are left",
    );
    expect(refused({ rows: { $f32: [2 ** 40, 2 ** 10] } }, [1, 2])).to.contain("1125899906842624 floats");
    expect(refused({ vector: { $f32: 1 } }, [1, 2, 3])).to.equal(
      "body: 3 floats are behind its head, which uses 1 of them",
    );
    expect(refused({ other: { $f32: 1 } }, [1])).to.contain("uses 0 of them");
  });

  it("an invalid packed body is refused when the number of floats is not a count", () => {
    const check = (size: unknown, got: string) =>
      expect(refused(JSON.stringify({ vector: { $f32: size } })), got).to.match(
        new RegExp(`expected a count of numbers and no other key, got ${got}$`),
      );
    check(-1, "-1");
    check(1.5, "1.5");
    check("1", '"1"');
    check(null, "null");
    check([1, 1], ".*");
    expect(refused({ vector: { $f32: 0, x: 1 } })).to.contain("no other key");
    for (const size of [[5, 0], [1], [1, 1, 1], [-1, 1], ["1", 1]]) {
      expect(refused({ rows: { $f32: size } })).to.contain("expected a count of numbers or [rows, ");
    }
  });

  it("an invalid packed body is refused when it has more vectors than JSON may have values", () => {
    expect(refused({ rows: { $f32: [1_000_001, 1] } }, new Float32Array(1_000_001))).to.equal(
      "more than 1000000 vectors before byte 28 of the head",
    );
  });

  it("an invalid packed body is refused with the errors of JSON in its head, at the bytes of the head", () => {
    expect(refused('{"vector": {"$f32": 1},}', [1])).to.equal("Malformed JSON at byte 23");
    expect(refused('{"vector": \u{10ffff}}')).to.equal("Malformed JSON at byte 11");
    expect(refused("")).to.equal("Malformed JSON at byte 0");
  });

  it("an invalid packed body is refused or read whatever its bytes are, and never returns more floats than it has", () => {
    const whole = packedBody(
      { id: 1, vector: { a: { $f32: 2 } }, rows: { $f32: [2, 3] } },
      new Float32Array(8),
    );
    const edit = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    const cut = fc.nat(whole.length);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), fc.option(cut), (edits, length) => {
        const body = Buffer.from(whole);
        for (const { at, byte } of edits) body[at] = byte;
        const sent = body.subarray(0, length ?? body.length);
        if (refusal(sent) !== "accepted") return;
        const { vector, rows } = readPackedBody(sent, SHAPE) as Record<string, unknown>;
        const all = [vector, rows].flatMap((one) => [Object.values(one ?? {})].flat(2));
        const floats = all.filter((one) => one instanceof Float32Array);
        expect(floats.reduce((sum, { byteLength }) => sum + byteLength, 0)).to.be.at.most(sent.length);
      }),
      { numRuns: countOf("RUNS", 1_000) },
    );
  });
});
