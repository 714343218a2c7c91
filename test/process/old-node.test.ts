// The entry of the command with an older Node: its imports must be resolved there, so that it can name the version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ROOT } from "../support/dockerfile.ts";

/** Exports that Node 18 has, too. */
const OLD = ["readFileSync", "createRequire", "fileURLToPath"];

describe("the entry of the command", () => {
  it("the entry of the command imports nothing by name that an older Node does not have", () => {
    const text = readFileSync(join(ROOT, "dist/main.js"), "utf8");
    const imports = Array.from(
      text.matchAll(/\bimport\b\s*(\{[^}]*\}|\*\s*as\s+\w+|\w+)\s*from\s*"([^"]+)"/g),
    );
    expect(imports.length).to.be.greaterThan(2);
    for (const [, what, from] of imports) {
      expect(from).to.match(/^node:/);
      const names = /^\{(.*)\}$/.exec(what!)?.[1]?.split(",") ?? [];
      expect(
        names.map((name) => name.trim().split(/\s+as\s+/)[0]!).filter((name) => !OLD.includes(name)),
      ).to.deep.equal([]);
    }
  });
});
