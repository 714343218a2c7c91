// Comma-separated values: the fields that are written are read again, however the file is divided into chunks.
import { expect } from "chai";
import fc from "fast-check";
import { CsvReader, csvLine } from "../../../src/shared/csv.ts";

function read(text: string, ...cuts: number[]): string[][] {
  const reader = new CsvReader();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const pieces = places.slice(1).map((to, i) => text.slice(places[i], to));
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

describe("the reader and writer of CSV", () => {
  it("the reader and writer of CSV read quotes, commas and line breaks within fields", () => {
    expect(read('a,"b ""c"", d",e\r\n1,"two\nlines",\n')).to.deep.equal([
      ["a", 'b "c", d', "e"],
      ["1", "two\nlines", ""],
    ]);
  });

  it("the reader and writer of CSV accept every kind of line end, and no line after the last end", () => {
    expect(read("a\rb\r\nc\nd")).to.deep.equal([["a"], ["b"], ["c"], ["d"]]);
  });

  it("the reader and writer of CSV refuse an unclosed quote", () => {
    expect(() => read('a,"b')).to.throw("a quote is opened and never closed");
  });

  it("the reader and writer of CSV agree with each other, in any chunks", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é", "") });
    const record = fc.array(field, { minLength: 1, maxLength: 4 });
    const cuts = fc.array(fc.nat(), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), cuts, (records, where) => {
        expect(read(records.map(csvLine).join(""), ...where)).to.deep.equal(records);
      }),
      { numRuns: 500 },
    );
  });
});
