// The committed code in src/grpc/gen is what `npm run gen` generates from the definitions.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { GENERATED, generate } from "../../../proto/generate.ts";

function contents(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}

describe("the generated code of src/grpc/gen", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-generated-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("the generated code of src/grpc/gen is what `npm run gen` makes of the definitions, without a network", () => {
    generate(folder);
    const committed = contents(GENERATED);
    const made = contents(folder);
    expect(committed.size).to.equal(4);
    expect([...made.keys()].sort()).to.deep.equal([...committed.keys()].sort());
    const different = [...made].filter(([path, text]) => committed.get(path) !== text).map(([path]) => path);
    expect(different, "run `npm run gen` and commit").to.deep.equal([]);
  });
});
