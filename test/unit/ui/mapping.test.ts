// The import of files in the console: which columns are guessed, and for which reasons rows are refused.
import { expect } from "chai";
import { writeJson } from "../../../src/ui/app/api/json.ts";
import {
  guess,
  type Mapping,
  type Role,
  toPoint,
} from "../../../src/ui/app/screens/collection/transfer/mapping.ts";
import { type Row, rowsOf } from "../../../src/ui/app/screens/collection/transfer/rows.ts";
import type { Format } from "../../../src/ui/app/screens/collection/transfer/sniff.ts";

const ONE = new Map([["", { size: 2 }]]);
const TWO = new Map([
  ["image", { size: 2 }],
  ["title", { size: 1 }],
]);

async function rows(text: string, format: Format): Promise<Row[]> {
  // The file arrives in chunks of one byte, because the result must not depend on where a file is divided.
  async function* chunks() {
    for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
  }
  const all: Row[] = [];
  for await (const row of rowsOf(chunks(), { format, comma: ",", encoding: "utf-8" })) all.push(row);
  return all;
}

function pointOf(values: Row["values"], roles: Readonly<Record<string, Role>>, sizes = ONE as typeof TWO) {
  const mapping: Mapping = { roles, start: 1n };
  return toPoint({ line: 1, values }, mapping, sizes, 0);
}

describe("the import of files in the console", () => {
  it("the import of files in the console reads JSON lines with exact ids, and continues after an invalid line", async () => {
    const [first, second, third] = await rows('{"id":18446744073709551615}\n\nno\n{"id":"é"}', "jsonl");
    expect(first!.values).to.deep.equal({ id: 18446744073709551615n });
    expect([second!.line, second!.problem === undefined]).to.deep.equal([3, false]);
    expect(third!.values).to.deep.equal({ id: "é" });
  });

  it("the import of files in the console names the columns of a CSV, and reports records with another number of fields", async () => {
    const [first, second] = await rows("id,city\n1,São Paulo\n2\n", "csv");
    expect(first).to.deep.equal({ line: 2, values: { id: "1", city: "São Paulo" } });
    expect(second!.problem).to.equal("1 fields where the head has 2");
  });

  it("the import of files in the console guesses the columns of ids, vectors in one column or many, and payloads", () => {
    expect(guess(["id", "vector", "payload"], ONE).roles).to.deep.equal({
      ...{ id: "id", vector: "vector:", payload: "payload" },
    });
    for (const name of ["vec", "embedding", "emb"])
      expect(guess([name], ONE).roles, name).to.deep.equal({ [name]: "vector:" });
    expect(guess(["uuid", "v0", "v1", "city"], ONE).roles).to.deep.equal({
      ...{ uuid: "id", v0: "vector:", v1: "vector:", city: "auto" },
    });
    expect(guess(["title", "vector.image"], TWO).roles).to.deep.equal({
      ...{ title: "vector:title", "vector.image": "vector:image" },
    });
  });

  it("the import of files in the console makes points of rows as this API writes them", () => {
    const roles = guess(["id", "vector", "payload"], TWO).roles;
    const values = { id: 9007199254740993n, vector: { image: [1, 2], title: [3] }, payload: { a: 1 } };
    expect(pointOf(values, roles, TWO)).to.deep.equal(values);
  });

  it("the import of files in the console combines columns of numbers to vectors, and converts payload values", () => {
    const roles = {
      x: "vector:",
      y: "vector:",
      n: "auto",
      t: "text",
      b: "bool",
      none: "auto",
      j: "json",
    } as const;
    const values = { x: "1.5", y: "-2", n: "12345678901234567890", t: "007", b: "Yes", none: "", j: "[1]" };
    expect(pointOf(values, roles)).to.deep.equal({
      id: 1,
      vector: [1.5, -2],
      payload: { n: 12345678901234567890n, t: "007", b: true, j: [1] },
    });
  });

  it("the import of files in the console keeps the text of numbers in payloads", () => {
    const roles = {
      x: "vector:",
      y: "vector:",
      n: "auto",
      m: "number",
      j: "json",
      payload: "payload",
    } as const;
    const values = {
      x: "1.0",
      y: "2",
      n: "1.0",
      m: "1e400",
      j: '{"a": 2.50}',
      payload: '{"p": 3.0, "q": 4}',
    };
    const { vector, payload } = pointOf(values, roles);
    expect(vector).to.deep.equal([1, 2]);
    expect(writeJson(payload)).to.equal('{"n":1.0,"m":1e400,"j":{"a":2.50},"p":3.0,"q":4}');
  });

  it("the import of files in the console reads sparse vectors, alone or in an object of vectors by name", () => {
    const sizes = new Map([...TWO, ["words", { size: 0 }]]);
    const words = { indices: [7, 3], values: [1, 2] };
    const roles = { vector: "vector:image" as Role, words: "vector:words" as Role };
    expect(pointOf({ words }, roles, sizes).vector).to.deep.equal({ words });
    expect(pointOf({ words: JSON.stringify(words) }, roles, sizes).vector).to.deep.equal({ words });
    const vector = { words, title: [5] };
    expect(pointOf({ vector }, roles, sizes).vector).to.deep.equal(vector);
    expect(() => pointOf({ words: [1, 2] }, roles, sizes)).to.throw("words: a sparse vector is");
  });

  it("the import of files in the console reports why a row is not a point", () => {
    const refuse = (values: Row["values"], reason: string) =>
      expect(() => pointOf(values, { id: "id", vector: "vector:", n: "number" })).to.throw(reason);
    refuse({ id: "-1", vector: [1, 2] }, "id: -1 is not an id");
    refuse({ vector: [1, 2] }, "The row has no id");
    refuse({ id: 1, vector: [1] }, "1 of 2 dimensions");
    refuse({ id: 1, vector: "[1, x]" }, "vector: ");
    refuse({ id: 1, vector: [1, null] }, "null is not a number");
    refuse({ id: 1 }, "The row has no vector");
    refuse({ id: 1, vector: [1, 2], n: "ten" }, "n: ten is not a number");
  });
});
