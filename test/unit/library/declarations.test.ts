// The published types: a program with a misspelled value does not compile.
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { commonDeclarations } from "../../../src/library/declarations.ts";

describe("the declarations of the library", () => {
  it("the declarations of the library make the compiler report a misspelled metric, for one vector and for several by name", async () => {
    const home = mkdtempSync(join(tmpdir(), "declarations-"));
    writeFileSync(join(home, "types.d.ts"), commonDeclarations());
    const one = '{ size: 2, distance: "cosine" }';
    const program = [
      'import type { VectorsConfig } from "./types.js";',
      `export const all: VectorsConfig[] = [${one}, { text: ${one} }, { size: 2, distance: "Cosine" }];`,
    ];
    writeFileSync(join(home, "program.mts"), program.join("\n"));
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const args = [
      tsc,
      "--strict",
      "--noEmit",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--types",
      "",
      "program.mts",
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home }).catch(
      (error) => error,
    );
    const errors = stdout.trim().split("\n");
    expect(errors, stdout).to.have.length(2);
    for (const error of errors) expect(error, stdout).to.match(/Distance.*Did you mean .{2}Cosine/);
  });
});
