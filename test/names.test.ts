// Names on pages about the code: files, types and members that they name must exist.
// The decision: a page may name a file by the end of its path. A name exists if the sources contain it as a word of
// code. Decisions write names of the past without backticks.
import { readdirSync } from "node:fs";
import { expect } from "chai";
import { filesOf, ROOT, read } from "./support/sources.ts";

const PAGES = [
  "src/README.md",
  "src/DECISIONS.md",
  "src/FORMATS.md",
  "src/INTERNALS.md",
  "src/GLOSSARY.md",
  "CONTRIBUTING.md",
  "assembly/README.md",
];
const FILE = /`([\w./-]+\.(?:ts|tsx|mjs))`/g;
/** Matches types and members: `Collection`, `Log.append`, `markVisited`. */
const NAME = /`([A-Za-z]\w*(?:\.\w+)*)`/g;

const sources = [...filesOf("src"), ...filesOf("assembly"), ...filesOf("test"), ...filesOf("proto")];

/** Returns the paths of everything below the root that a page may name. */
function everyFile(): string[] {
  return ["src", "assembly", "test", "proto"].flatMap((folder) =>
    (readdirSync(`${ROOT}${folder}`, { recursive: true }) as string[]).map(
      (file) => `${folder}/${file.replaceAll("\\", "/")}`,
    ),
  );
}

function namedIn(page: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(read(page).matchAll(pattern), ([, name]) => name!))];
}

describe("pages about the code", () => {
  const paths = everyFile();

  for (const page of PAGES) {
    it(`${page} names files that exist`, () => {
      const gone = namedIn(page, FILE).filter(
        (name) => !name.includes("*") && !paths.some((path) => path === name || path.endsWith(`/${name}`)),
      );
      expect(gone).to.deep.equal([]);
    });
  }

  for (const page of ["src/GLOSSARY.md", "src/DECISIONS.md"]) {
    it(`${page} names types and members that exist`, () => {
      const code = sources.map(read).join("\n");
      const gone = namedIn(page, NAME).filter(
        (name) => !name.split(".").every((part) => new RegExp(`\\b${part}\\b`).test(code)),
      );
      expect(gone).to.deep.equal([]);
    });
  }
});
