// The published types: a program with a misspelled value does not compile.
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { commonDeclarations } from "../../../src/library/declarations.ts";

/** Compiles a program that imports the declarations. @returns the lines of the compiler, one for each error */
async function errorsOf(...program: string[]): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), "declarations-"));
  writeFileSync(join(home, "types.d.ts"), commonDeclarations());
  writeFileSync(join(home, "program.mts"), program.join("\n"));
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--types", ""];
  const args = [tsc, ...options, "program.mts"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home }).catch((error) => error);
  return stdout.trim().split("\n");
}

describe("the declarations of the library", () => {
  it("the declarations of the library make the compiler report a misspelled metric, for one vector and for several by name", async () => {
    const one = '{ size: 2, distance: "cosine" }';
    const errors = await errorsOf(
      'import type { VectorsConfig } from "./types.js";',
      `export const all: VectorsConfig[] = [${one}, { text: ${one} }, { size: 2, distance: "Cosine" }];`,
    );
    expect(errors, errors.join("\n")).to.have.length(2);
    for (const error of errors) expect(error).to.match(/Distance.*Did you mean .{2}Cosine/);
  });

  it("the declarations of the library have the recall of a search, of a query and of each search of a batch", async () => {
    const errors = await errorsOf(
      'import type { VectorDb } from "./types.js";',
      "declare const db: VectorDb;",
      'const request = { collection_name: "c", vector: [1], params: { recall: 0.9 } };',
      "const hits = await db.searchPoints(request);",
      "export const expected: number | null | undefined = hits.recall?.expected;",
      "export const first: number = hits[0]!.score;",
      'const query = await db.queryPoints({ collection_name: "c", query: [1] });',
      "export const ef: number | null | undefined = query.recall?.ef ?? query.points[0]!.version;",
      'const batch = await db.searchBatch({ collection_name: "c", searches: [] });',
      "export const asked: number | undefined = batch.recall?.[0]?.asked;",
      'export const none = (await db.countPoints({ collection_name: "c" })).recall;',
    );
    expect(errors, errors.join("\n")).to.have.length(1);
    expect(errors[0]).to.match(/program\.mts\(11,.*'recall' does not exist/);
  });
});
