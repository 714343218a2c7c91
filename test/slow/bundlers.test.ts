// The package in bundlers, frameworks, test runners and compilers. The decision: each is installed from npm and used as
// its documentation says, without any setting for this package. This needs the network.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { installPackage } from "../support/installed.ts";

const run = promisify(execFile);
const TOOLS = [
  "webpack@5",
  "webpack-cli",
  "esbuild@0.27",
  "vite@8",
  "jest@30",
  "next@16",
  "react@19",
  "react-dom@19",
  "typescript@5.9",
];

/** A program that stores and finds a point; its last line is the hit. */
const programOf = (load: string, options: string) => `${load}
async function main() {
  const db = await open(${options});
  await db.createCollection({ collection_name: "c", vectors_config: { size: 2, distance: "Dot" } });
  await db.upsertPoints({ collection_name: "c", points: [{ id: 1, vector: [1, 2], payload: { city: "Bern" } }] });
  const [found] = await db.searchPoints({ collection_name: "c", vector: [1, 1], limit: 1 });
  await db.close();
  return found?.id + " " + found?.score + " " + found?.payload?.city;
}`;
const IMPORT = 'import { open } from "azimuth-db";';
const REQUIRE = 'const { open } = require("azimuth-db");';
const PRINT = "main().then(console.log);";
const FOUND = "1 3 Bern";

describe("the package in tools of other projects", function () {
  // Installing and building take long on a slow network or machine.
  this.timeout(15 * 60 * 1000);
  let home: string;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  };
  /** Runs a command of an installed tool in a folder; a failure shows everything that it printed. */
  const tool = async (command: string, args: readonly string[], folder = ".") => {
    const file = join(home, "node_modules/.bin", command);
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
    return run(file, args, { cwd: join(home, folder), env, maxBuffer: 2 ** 26 }).catch((error) => {
      throw new Error(`${command} failed:\n${error.stdout}\n${error.stderr}`);
    });
  };
  const outputOf = async (file: string) =>
    (await run(process.execPath, [join(home, file)], { cwd: home })).stdout.trim();

  before(async () => {
    home = await installPackage();
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    await run("npm", ["install", ...quiet, ...TOOLS], { cwd: home, maxBuffer: 2 ** 26 });
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  for (const [kind, load, options] of [
    ["an ES module in memory", IMPORT, ""],
    ["an ES module on a directory", IMPORT, '{ dataDir: "webpack-esm", threads: 1 }'],
    ["CommonJS on a directory", REQUIRE, '{ dataDir: "webpack-cjs", threads: 1 }'],
  ] as const) {
    it(`the package is bundled by webpack with ${kind}`, async () => {
      const extension = load === IMPORT ? "mjs" : "cjs";
      write(`webpack/entry.${extension}`, `${programOf(load, options)}\n${PRINT}`);
      write(
        "webpack/webpack.config.cjs",
        `module.exports = { mode: "production", target: "node20", entry: "./entry.${extension}",
          output: { path: ${JSON.stringify(join(home, "webpack/out"))}, filename: "out.cjs" } };`,
      );
      await tool("webpack", [], "webpack");
      expect(await outputOf("webpack/out/out.cjs")).to.equal(FOUND);
    });
  }

  for (const [kind, load, options, format] of [
    ["an ES module on a directory", IMPORT, '{ dataDir: "esbuild-esm", threads: 1 }', "esm"],
    ["CommonJS in memory", REQUIRE, "", "cjs"],
  ] as const) {
    it(`the package is bundled by esbuild with ${kind}`, async () => {
      const [entry, out] = [`esbuild/entry.${format}.js`, `esbuild/out.${format === "esm" ? "mjs" : "cjs"}`];
      write(entry, `${programOf(load, options)}\n${PRINT}`);
      await tool("esbuild", [entry, "--bundle", "--platform=node", `--format=${format}`, `--outfile=${out}`]);
      expect(await outputOf(out)).to.equal(FOUND);
    });
  }

  it("the package is bundled by Vite for a server", async () => {
    write("vite/entry.js", `${programOf(IMPORT, '{ dataDir: "vite-data", threads: 1 }')}\n${PRINT}`);
    write("vite/vite.config.js", "export default { ssr: { noExternal: true }, logLevel: 'warn' };");
    await tool("vite", ["build", "--ssr", "entry.js", "--outDir", "out"], "vite");
    expect(await outputOf("vite/out/entry.js")).to.equal(FOUND);
  });

  it("the package is used by a page of Next.js on the server", async () => {
    write("next/package.json", '{"private":true}');
    write("next/app/layout.js", "export default ({ children }) => <html><body>{children}</body></html>;");
    write(
      "next/app/page.js",
      `${programOf(IMPORT, "")}\nexport default async function Page() { return <p id="found">{await main()}</p>; }`,
    );
    await tool("next", ["build"], "next");
    expect(readFileSync(join(home, "next/.next/server/app/index.html"), "utf8")).to.contain(FOUND);
  });

  it("the package is required by a test of Jest, in memory and on a directory", async () => {
    write("jest/package.json", '{"private":true}');
    for (const [name, options] of [
      ["memory", ""],
      ["directory", '{ dataDir: "jest-data", threads: 1 }'],
    ] as const) {
      const assertion = `test("${name}", async () => { expect(await main()).toBe("${FOUND}"); });`;
      write(`jest/${name}.test.js`, `${programOf(REQUIRE, options)}\n${assertion}`);
    }
    const client =
      'test("client", () => { expect(typeof require("azimuth-db/client").connect).toBe("function"); });';
    write("jest/client.test.js", client);
    const { stderr } = await tool("jest", ["--ci"], "jest");
    expect(stderr).to.contain("3 passed");
  });

  for (const [module, resolution] of [
    ["commonjs", "node10"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    it(`the package has types that TypeScript accepts with moduleResolution ${resolution}`, async () => {
      const entries =
        'import { connect } from "azimuth-db/client";\nimport { removeDatabase } from "azimuth-db/browser";';
      const use = "main(); console.log(connect, removeDatabase);";
      write(
        `types/${resolution}.${resolution === "nodenext" ? "mts" : "ts"}`,
        `${entries}\n${programOf(IMPORT, "")}\n${use}`,
      );
      const file = `types/${resolution}.${resolution === "nodenext" ? "mts" : "ts"}`;
      const options = ["--strict", "--noEmit", "--target", "es2022"];
      await tool("tsc", [...options, "--module", module, "--moduleResolution", resolution, file]);
    });
  }
});
