// Responses as bytes: they are the bytes of the response as a string.
import { expect } from "chai";
import fc from "fast-check";
import { writeAnswer } from "../../../../src/http/answers/answer-bytes.ts";
import { writeJson } from "../../../../src/json/writer.ts";
import { RawJson } from "../../../../src/schema/raw-json.ts";

const rawOf = (value: unknown) => new RawJson(Buffer.from(JSON.stringify(value)), 1);
/** A payload that makes a response so large that it is bytes. */
const LARGE = rawOf({ text: "ä".repeat(4_000) });

describe("writeAnswer", () => {
  it("writeAnswer returns a string for small payloads, and bytes for large ones", () => {
    const hit = (payload: unknown) => ({ id: 1, score: 0.5, payload });
    expect(writeAnswer({ result: [hit(rawOf({ a: 1 }))] })).to.be.a("string");
    expect(writeAnswer({ result: Array(1_000).fill(hit(null)) })).to.be.a("string");
    expect(writeAnswer({ result: { points: Array(1_000).fill(hit(rawOf({ a: 1 }))) } })).to.be.instanceOf(
      Buffer,
    );
    expect(writeAnswer({ result: hit(LARGE) })).to.be.instanceOf(Buffer);
  });

  it("writeAnswer returns the bytes of writeJson for any contents", () => {
    const unit = fc.constantFrom("\ud834", "\udd1e", "a", '"', "\\", "\n", "\x7f", "é", "€");
    const strings = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit, maxLength: 300 }));
    const scalars = fc.oneof(
      fc.double(),
      fc.float(),
      fc.maxSafeInteger(),
      fc.bigInt(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      strings,
      fc.float32Array({ maxLength: 50 }),
      fc.json().map((text) => new RawJson(Buffer.from(text), 1)),
      fc.array(fc.oneof(fc.nat(), strings)),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalars,
        fc.array(tie("tree")),
        fc.dictionary(fc.oneof(fc.string(), strings), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const value = { one, large: LARGE, other };
        const bytes = writeAnswer(value) as Buffer;
        expect(bytes).to.be.instanceOf(Buffer);
        expect(bytes.toString()).to.equal(writeJson(value));
        expect(bytes.equals(Buffer.from(writeJson(value)))).to.equal(true);
      }),
      { numRuns: 300 },
    );
  });

  it("writeAnswer enlarges its buffer when the first item of a list is not typical", () => {
    const hits = [5_000, ...Array(20).fill(100_000)].map((length) => ({
      payload: rawOf("x".repeat(length)),
    }));
    expect(writeAnswer(hits).toString()).to.equal(writeJson(hits));
  });
});
