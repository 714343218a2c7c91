// Every export has an importer, and an export that only tests import is used by its own file as well.
// The decision: an exception names its reason. A file that other programs import, or that a build replaces by another,
// has the exports that they need.
import { expect } from "chai";
import { type Export, exportsOf, namesOften, unusedExports } from "./support/exports.ts";
import { filesOf } from "./support/sources.ts";

/** Files whose exports other programs or builds use. */
const ENTRIES: Record<string, string> = {
  "src/index.ts": "the library",
  "src/client/index.ts": "the library's client",
  "src/browser/index.ts": "the library in a page",
  "src/threads/compiled-script.ts": "the build puts a call of it in the place of src/command.ts",
  "src/http/text-decoder.ts": "the build puts it in the place of the package iconv-lite",
  "src/json/web-bytes.ts": "the build puts it in the place of json/node-bytes.ts in pages",
  "assembly/index.ts": "the engine's module: what src/engine calls",
  "assembly/testing.ts": "the module of the kernels, for tests",
  "src/text/stem/program.ts": "the machine of the stemmers that src/library/stemmers.ts makes",
  "assembly/json/vector.ts": "the module that src/json/vector-scanner.ts calls",
};
/** Exports that only tests import, and that no code of their own file uses. */
const FOR_TESTS: Record<string, string> = {
  "src/api/words/qdrant-results.ts isAdapted":
    "the judge of answers leaves out what is spelled in Qdrant's way",
  "src/config/environment.ts settingsTable": "a page for users contains the table; a test compares them",
  "src/storage/local-replicated-log.ts LocalReplicatedLog":
    "the log of one process is the measure for the drivers of shared logs",
  "src/engine/abi.ts MAX_DIMENSION": "a test compares it with assembly/abi.ts",
  "src/engine/abi.ts MIN_M": "a test compares it with assembly/abi.ts",
  "src/engine/abi.ts MAX_M": "a test compares it with assembly/abi.ts",
};

const own = [...filesOf("src"), ...filesOf("assembly")];
const outside = [...filesOf("test"), ...filesOf("proto")];
const keyOf = ({ file, name }: Export) => `${file} ${name}`;

describe("the exports", () => {
  const exported = own.flatMap(exportsOf);

  it("exports are found whether they are functions, types, lists, or have decorators", () => {
    expect(exported.length).to.be.greaterThan(2_500);
    for (const key of [
      "src/core/filter/parse.ts parseFilter",
      "src/grpc/convert/codec.ts Codec",
      "src/storage/log.ts LogRecord",
      "assembly/codes/int8.ts oneCode",
    ]) {
      expect(exported.map(keyOf)).to.include(key);
    }
  });

  it("exports are imported by other files, except for exports of entries", () => {
    const unused = unusedExports(exported, [...own, ...outside]).filter(({ file }) => !(file in ENTRIES));
    expect(unused.map(keyOf)).to.deep.equal([]);
  });

  it("exports are used by more than tests, except for some with a reason", () => {
    const unused = unusedExports(exported, own).filter(
      (one) => !(one.file in ENTRIES) && !namesOften(one) && !(keyOf(one) in FOR_TESTS),
    );
    expect(unused.map(keyOf)).to.deep.equal([]);
  });

  it("exports need every exception that is listed", () => {
    const unused = unusedExports(exported, own);
    expect(Object.keys(ENTRIES).filter((file) => !own.includes(file))).to.deep.equal([]);
    const keys = unused.filter((one) => !namesOften(one)).map(keyOf);
    expect(Object.keys(FOR_TESTS).filter((key) => !keys.includes(key))).to.deep.equal([]);
  });
});
