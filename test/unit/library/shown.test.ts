// What a program gets for the result of a service.
import { expect } from "chai";
import { unlistedRecall } from "../../../src/embedded/beside.ts";
import { shown } from "../../../src/embedded/shown.ts";
import { Annotated } from "../../../src/schema/annotated.ts";
import { RawJson } from "../../../src/schema/raw-json.ts";

const raw = (text: string) => new RawJson(new TextEncoder().encode(text), 1);
const LARGE = 13570027672830659665n;

describe("results of the library", () => {
  it("a found point has its exact id, a score with few digits, and a parsed payload", () => {
    const point = {
      id: LARGE,
      version: 7,
      score: Math.fround(0.1),
      payload: raw(`{"n":${LARGE},"__proto__":1}`),
    };
    const one = shown(point, "array") as Record<string, object>;
    expect({ id: one.id, version: one.version, score: one.score }).to.deep.equal({
      id: LARGE,
      version: 7,
      score: 0.1,
    });
    expect(Object.entries(one.payload!)).to.deep.equal([
      ["n", LARGE],
      ["__proto__", 1],
    ]);
  });

  it("an id that a double can hold is a number", () => {
    expect(shown([{ id: 5n, version: 1, score: 1 }], "array")).to.deep.equal([
      { id: 5, version: 1, score: 1 },
    ]);
  });

  it("a found point keeps its vector and the value by which it was ordered", () => {
    const point = { id: 1, version: 2, score: 3, vector: Float32Array.of(0.1, 16777217), order_value: 4n };
    expect(shown(point, "array")).to.deep.equal({
      id: 1,
      version: 2,
      score: 3,
      vector: [0.1, 16777216],
      order_value: 4,
    });
    expect(shown(point, "float32")).to.deep.equal({ ...point, order_value: 4 });
  });

  it("an object that only looks like a found point keeps all of its members", () => {
    const payload = { inner: Math.fround(0.1) };
    expect(shown({ id: 1, version: 2, score: 3, payload }, "array")).to.deep.equal({
      id: 1,
      version: 2,
      score: 3,
      payload: { inner: 0.1 },
    });
  });

  it("a recall is a member of the points that is not listed, and beside an explanation one that is", () => {
    const recall = { asked: 0.9, expected: 0.957, ef: 112 };
    const point = { id: 1, version: 1, score: 1 };
    const found = shown(new Annotated([point], { explain: undefined, recall, lowest: recall }), "array");
    expect([found, unlistedRecall(found)]).to.deep.equal([[point], recall]);
    const explain = { strategy: "hnsw" } as never;
    expect(shown(new Annotated([point], { explain, recall, lowest: recall }), "array")).to.deep.equal({
      result: [point],
      explain,
      recall,
    });
  });

  it("members without a value are left out", () => {
    expect(
      Object.keys(shown({ id: 1, version: 2, score: 3, vector: undefined }, "array") as object),
    ).to.deep.equal(["id", "version", "score"]);
  });
});
