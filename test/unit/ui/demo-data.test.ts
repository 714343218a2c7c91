// The demo data of the console: which texts are written where the license does not allow all of them.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect } from "chai";
import { type DemoPoint, SIZE, selected } from "../../../src/ui/app/screens/demo/data.ts";
import { PARIS } from "../../../src/ui/app/screens/demo/links.ts";

const FOLDER = "src/demo/";
const files = readdirSync(`${FOLDER}texts`)
  .filter((name) => name.endsWith(".tsv"))
  .sort();
const lines = files.flatMap((name) => readFileSync(`${FOLDER}texts/${name}`, "utf8").trimEnd().split("\n"));

function points(categories: readonly string[]): DemoPoint[] {
  return categories.map((category, i) => ({ id: i + 1, vector: [], payload: { category } }));
}

describe("the demo data", () => {
  it("the demo data have a vector for each text and each example query", () => {
    const queries = readFileSync(`${FOLDER}queries.txt`, "utf8").trimEnd().split("\n");
    expect(statSync(`${FOLDER}texts.i8`).size).to.equal(lines.length * SIZE);
    expect(statSync(`${FOLDER}queries.i8`).size).to.equal(queries.length * SIZE);
  });

  it("the demo data have Paris where the tour expects it", () => {
    expect(lines[PARIS - 1]).to.match(/^Paris\tcity\t/);
  });

  it("the demo data are all written where the license allows more", () => {
    expect(selected(points(["a", "a", "b"]), 100)).to.have.length(3);
  });

  it("the demo data that are written under a small license are the first of each category, in its proportion", () => {
    const all = points([...Array(60).fill("a"), ...Array(30).fill("b"), ...Array(10).fill("c")]);
    const some = selected(all, 50);
    const idsOf = (category: string) =>
      some.filter(({ payload }) => payload.category === category).map(({ id }) => id);
    expect(idsOf("a")).to.deep.equal(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(idsOf("b")).to.deep.equal(Array.from({ length: 15 }, (_, i) => i + 61));
    expect(idsOf("c")).to.deep.equal([91, 92, 93, 94, 95]);
  });

  it("the demo data are none where the license allows no vector", () => {
    expect(selected(points(["a", "b"]), 0)).to.deep.equal([]);
  });
});
