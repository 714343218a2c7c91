// Large responses in pieces: their bytes are those of one string, and a piece is written when the client has read the
// last one.

import { expect } from "chai";
import fc from "fast-check";
import { piecesOf } from "../../../../src/http/answers/answer-bytes.ts";
import { writeJson } from "../../../../src/json/writer.ts";
import { heldBytes, isLarge } from "../../../../src/schema/answer-size.ts";
import { RawJson } from "../../../../src/schema/raw-json.ts";
import { countOf } from "../../../support/chance.ts";
import { cutsOf } from "../../../support/cuts.ts";

const rawOf = (value: unknown) => new RawJson(Buffer.from(JSON.stringify(value)), 1);

async function written(value: unknown): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(value)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("a large response over HTTP", () => {
  it("a large response over HTTP is one that takes long to write, wherever its large part is", () => {
    const vector = new Float32Array(1_536).fill(0.3);
    const hits = (count: number) => Array.from({ length: count }, (_, id) => ({ id, vector }));
    expect(isLarge({ result: hits(10) })).to.equal(false);
    expect(isLarge({ result: hits(100) })).to.equal(true);
    expect(isLarge({ result: [{ id: 0, vector: {} }, ...hits(100)] })).to.equal(true);
    expect(isLarge({ result: [{ payload: rawOf("x".repeat(600_000)) }] })).to.equal(true);
    expect(isLarge({ result: Array.from({ length: 100_000 }, (_, i) => i) })).to.equal(true);
    const { value: held } = cutsOf(heldBytes({ result: hits(100) }));
    expect(held).to.be.within(100 * 1_536 * 4, 100 * 1_536 * 4 * 1.1);
  });

  it("a large response over HTTP can pause while its size is computed, with points in one list or in many", () => {
    const points = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ id, version: 1, score: 0.5 }));
    const one = cutsOf(heldBytes({ result: { points: points(10_000) } }));
    const groups = points(1_000).map(({ id }) => ({ id, hits: points(10) }));
    const many = cutsOf(heldBytes({ result: { groups } }));
    expect(one.value).to.be.within(10_000 * 24, 10_000 * 80);
    expect(many.value).to.be.above(one.value);
    expect(one.cuts).to.be.at.least(39);
    expect(many.cuts).to.be.at.least(1_000);
  });

  it("a large response over HTTP has the bytes of writeJson for any contents", async () => {
    const scalars = fc.oneof(
      fc.double(),
      fc.bigInt(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.string({ unit: "binary" }),
      fc.float32Array({ maxLength: 50 }),
      fc.json().map((text) => new RawJson(Buffer.from(text), 1)),
      fc.constantFrom(
        new Float32Array(0),
        new Float32Array(10_000).fill(1.5),
        new Float32Array(4_097).fill(0.1),
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalars,
        fc.array(tie("tree")),
        fc.dictionary(fc.string({ unit: "binary" }), tie("tree")),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        expect(await written(value)).to.equal(writeJson(value));
      }),
      { numRuns: countOf("RUNS", 60) },
    );
  });

  it("a large response over HTTP is written only as far as its client reads", async () => {
    let read = 0;
    const points = Array.from({ length: 100 }, () => ({
      get vector() {
        read++;
        return new Float32Array(16_384).fill(0.1);
      },
    }));
    const pieces = piecesOf({ result: points });
    await pieces.next();
    await pieces.next();
    await pieces.return(undefined);
    expect(read).to.be.below(5);
  });

  it("a large response over HTTP lets the event loop run while it is written", async () => {
    let turns = 0;
    let isOver = false;
    const tick = () => {
      turns++;
      if (!isOver) setImmediate(tick);
    };
    tick();
    const values = Float32Array.from({ length: 1_000_000 }, (_, i) => Math.sin(i));
    await written({ result: values });
    isOver = true;
    expect(turns).to.be.at.least(5);
  });
});
