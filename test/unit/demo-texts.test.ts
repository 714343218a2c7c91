// The texts of the demo data: each line is whole, and can be shown on a map and in a list.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

const FOLDER = "src/demo/texts/";

interface Line {
  readonly at: string;
  readonly columns: readonly string[];
}

function linesOf(file: string): Line[] {
  const lines = readFileSync(FOLDER + file, "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line, i) => ({ at: `${file}:${i + 1}`, columns: line.split("\t") }));
}

describe("the texts of the demo data", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".tsv"));
  const lines = files.flatMap(linesOf);
  const wrong = (isRight: (columns: readonly string[], at: string) => boolean) =>
    lines.filter(({ columns, at }) => !isRight(columns, at)).map(({ at }) => at);

  it("the texts of the demo data are some thousand, in files by category", () => {
    expect(lines.length).to.be.within(5_000, 10_000);
    expect(wrong(([, category], at) => at.startsWith(`${category}.tsv:`))).to.deep.equal([]);
  });

  it("the texts of the demo data have six columns, a label, and one or two sentences", () => {
    expect(wrong((columns) => columns.length === 6)).to.deep.equal([]);
    expect(
      wrong(([label]) => label !== undefined && label.length > 0 && label === label.trim()),
    ).to.deep.equal([]);
    const isSentence = (text: string) => text.length >= 60 && text.length <= 220 && /[.!?"”]$/.test(text);
    expect(wrong((columns) => isSentence(columns[5]!))).to.deep.equal([]);
  });

  it("the texts of the demo data have years and places that are numbers, or none", () => {
    expect(wrong((columns) => /^(-?\d{1,4})?$/.test(columns[2]!))).to.deep.equal([]);
    const isAt = (text: string, most: number) =>
      /^-?\d+(\.\d{1,2})?$/.test(text) && Math.abs(Number(text)) <= most;
    const isPlace = (latitude: string, longitude: string) =>
      latitude === "" ? longitude === "" : isAt(latitude, 90) && isAt(longitude, 180);
    expect(wrong((columns) => isPlace(columns[3]!, columns[4]!))).to.deep.equal([]);
  });

  it("the texts of the demo data name each thing once in a category", () => {
    const names = lines.map(({ columns: [label, category] }) => `${category} ${label!.toLowerCase()}`);
    expect(names.length - new Set(names).size).to.equal(0);
    expect(new Set(lines.map(({ columns }) => columns[5])).size).to.equal(lines.length);
  });
});
