// Makes README.md the page of the package on npm: with badges, and with absolute links to the files of this version.
// The decision: in the repository links are relative, so that they lead to the same version and tests find what they
// name. The workflow that publishes a version runs this before (`node --import tsx src/library/package-page.ts`); the
// result is not committed.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../../README.md", import.meta.url));
const HOSTED = "https://github.com/azimuth-db/azimuth";
const RAW = "https://raw.githubusercontent.com/azimuth-db/azimuth";
const BADGES = [
  "[![npm](https://img.shields.io/npm/v/azimuth-db)](https://www.npmjs.com/package/azimuth-db)",
  `[![CI](${HOSTED}/actions/workflows/ci.yml/badge.svg)](${HOSTED}/actions/workflows/ci.yml)`,
  `[![license](https://img.shields.io/npm/l/azimuth-db)](${HOSTED}/blob/main/LICENSE)`,
].join(" ");

/** @param readme the text of README.md. @param version as in package.json */
export function packagePage(readme: string, version: string): string {
  const [title, ...rest] = readme.split("\n");
  const page = rest
    .join("\n")
    .replaceAll(
      /(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)/g,
      (_, image: string, text: string, path: string) => {
        const base = image === "" ? `${HOSTED}/blob` : RAW;
        return `${image}[${text}](${base}/v${version}/${path})`;
      },
    )
    // In the repository the first command builds the server; the package has it built.
    .replace(/^npm ci && npm start {2,}/m, "npx azimuth-db serve         ")
    .replace(
      /^npm ci && npm test .*\n/m,
      "npm install azimuth-db       # the library, and the command azimuth\n",
    );
  return [title, "", BADGES, published(page)].join("\n");
}

/** Replaces what the README says as long as the package is not on npm. */
function published(page: string): string {
  return page.replace(
    /The package is not on npm\s+yet: .*? in your project\./s,
    "Install it with `npm install azimuth-db`.",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  writeFileSync(FILE, packagePage(readFileSync(FILE, "utf8"), version));
}
