// The verification of a data directory includes server_params.btr.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { takeOver } from "../../../src/storage/format.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { PARAMS } from "./params-fixtures.ts";
import { dropOf, StoredDirectory } from "./stored-fixtures.ts";

const verify = (dir: string) => verifyDirectory(nodeFs, nodeKindOf, dropOf, dir);

function freshDirectory(): string {
  const stored = new StoredDirectory();
  takeOver(nodeFs, stored.dir);
  stored.append(3);
  return stored.dir;
}

describe("the verification of a directory with parameters", () => {
  it("the verification of a directory with parameters reports the parameters as intact, damaged, or missing", () => {
    const dir = freshDirectory();
    findParams(nodeFs, dir, () => PARAMS);
    const path = join(dir, "server_params.btr");
    expect(verify(dir).damage).to.deep.equal([]);
    writeFileSync(path, "scrap");
    expect(verify(dir).damage[0]).to.include({ file: path, offset: 0 });
    expect(verify(dir).damage[0]!.meaning).to.contain("azimuth admin new-params");
    rmSync(path);
    expect(verify(dir).damage[0]).to.include({ file: path, reason: "it is missing" });
  });

  it("the verification of a directory with parameters does not report parameters as missing if there never were any", () => {
    expect(verify(freshDirectory()).damage).to.deep.equal([]);
  });

  it("the verification of a directory with parameters reports a damaged VERSION once", () => {
    const dir = freshDirectory();
    writeFileSync(join(dir, "VERSION"), "scrap");
    expect(verify(dir).damage.map(({ file }) => file)).to.deep.equal([join(dir, "VERSION")]);
  });
});
