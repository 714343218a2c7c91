// The package as it is published: packed, installed into an empty project without scripts, and used by programs.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { build } from "esbuild";
import { installPackage, npx } from "../support/installed.ts";
import { startTestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** Uses any VectorDb; its last line is the name of the hit. */
const USE = `
export async function use(db) {
  const c = { collection_name: "c" };
  await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
  await db.upsertPoints({ ...c, points: [{ id: 13570027672830659665n, vector: [1, 2], payload: { city: "Bern" } }] });
  const found = await db.searchPoints({ ...c, vector: [1, 1], limit: 1 });
  await db.close();
  return found.map(({ id, score, payload }) => id + " " + score + " " + payload.city).join();
}`;
const FOUND = "13570027672830659665 3 Bern";

const EMBEDDED = (options: string) => `
import { open } from "azimuth-db";
import { use } from "./use.js";
console.log(await use(await open(${options})));`;

const TYPED = `
import { open, VectorDbError, type ErrorCode, type PointVector, type ScoredPoint, type VectorDb } from "azimuth-db";
import { open as openPage, removeDatabase } from "azimuth-db/browser";
import { connect, type ImportPointsResult, type VectorDbClient } from "azimuth-db/client";

async function nearest<V extends number[] | Float32Array>(db: VectorDb<V>): Promise<V | undefined> {
  const [first] = await db.searchPoints(
    { collection_name: "c", vector: new Float32Array(2), limit: 1, with_vector: true, filter: { must: { key: "n", range: { gt: 1 } } } },
    { signal: AbortSignal.timeout(100) },
  );
  const vector = first?.vector;
  return vector instanceof Float32Array || Array.isArray(vector) ? (vector as V) : undefined;
}
const plain: number[] | undefined = await nearest(await open({ dataDir: "d", threads: 2 }));
const packed: Float32Array | undefined = await nearest(await open({ vectors: "float32" }));
const paged: number[] | undefined = await nearest(await openPage({ name: "d", threads: 0, onWarning: console.warn }));
const gone: void = await removeDatabase("d");
const client: VectorDbClient = connect({ url: "http://127.0.0.1:6573", token: "t" });
await client.signIn("x");
const id: number | bigint | string = (await client.getPoint({ collection_name: "c", id: 1n })).id;
const points = (async function* () { yield { id: 1n, vector: new Float32Array(2), payload: { n: 1 } }; })();
const imported: ImportPointsResult = await client.importPoints({ collection_name: "c", points, on_error: "stop" });
const rejected: number[] = imported.errors.map(({ line }) => line);
const code: ErrorCode = new VectorDbError("NOT_FOUND", "").code;
console.log(plain, packed, paged, gone, id, rejected, code, (await client.listTokens()).length);
interface City { readonly name: string; readonly people?: number }
const cities: readonly City[] = [{ name: "Bern" }];
const embedded = await open();
await embedded.upsertPoints({ collection_name: "c", points: cities.map((payload, id) => ({ id, vector: [1, 2], payload })) });
const hits = await embedded.searchPoints<City>({ collection_name: "c", vector: [1, 2] });
const name: string | undefined = hits[0]?.payload?.name;
const vector: PointVector<number[]> | undefined = (hits[0] as ScoredPoint | undefined)?.vector;
const ids: readonly number[] = [1, 2];
const [record] = await embedded.retrievePoints<City>({ collection_name: "c", ids });
const { points: page } = await embedded.scrollPoints({ collection_name: "c" });
const found: { [key: string]: unknown } | undefined = page[0]?.payload;
const globals: Record<string, Range> = {};
console.log(name, vector, record?.payload?.people, found, globals);
// @ts-expect-error: a city has no such field
console.log(hits[0]?.payload?.title);
// @ts-expect-error: a payload is an object
await embedded.upsertPoints({ collection_name: "c", points: [{ id: 1, vector: [1], payload: "Bern" }] });
// @ts-expect-error: a point needs an id
await client.importPoints({ collection_name: "c", points: [{ vector: [1] }] });
// @ts-expect-error: a search needs a vector
await client.searchPoints({ collection_name: "c", limit: 1 });
// @ts-expect-error: there is no such field
await client.searchPoints({ collection_name: "c", vector: [1], limits: 1 });
`;

describe("the package", () => {
  let home: string;
  const write = (file: string, text: string) => writeFileSync(join(home, file), text);
  const inPackage = (file: string) => join(home, "node_modules/azimuth-db", file);
  const node = async (file: string, ...args: string[]) =>
    (await run(process.execPath, [file, ...args], { cwd: home })).stdout.trim();

  before(async () => {
    home = await installPackage();
    write("use.js", USE);
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("the package contains the expected files and no others", () => {
    const files = readdirSync(inPackage(""), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(inPackage(""), join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
    const known =
      /^(package\.json|README\.md|CHANGELOG\.md|SECURITY\.md|LICENSE|src\/docs\/[\w-]+\.(md|svg)|src\/examples\/[\w-]+\.(js|ts|sh|html)|build\/(release|relaxed)\.wasm|proto\/azimuth\/v1\/\w+\.proto|dist\/main\.js|dist\/(engine-thread|storage\/\w+-worker|inference\/\w+-worker|command-[A-Z0-9]{8})\.cjs|dist\/lib\/[\w-]+\.(js|cjs|d\.ts|d\.cts)|dist\/(ui|docs)\/.*|dist\/(THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json))$/;
    expect(files.filter((file) => !known.test(file))).to.deep.equal([]);
    expect(files).to.include.members([
      "dist/main.js",
      "dist/lib/index.js",
      "dist/lib/client.js",
      "dist/sbom.cdx.json",
    ]);
  });

  it("the package has no dependencies and no install scripts", () => {
    const there = readdirSync(join(home, "node_modules")).filter((name) => !name.startsWith("."));
    expect(there).to.deep.equal(["azimuth-db"]);
    const { packages } = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8"));
    expect(packages["node_modules/azimuth-db"]).not.to.have.any.keys("dependencies", "hasInstallScript");
  });

  for (const options of ["", '{ dataDir: "data", threads: 0 }', '{ dataDir: "more", threads: 1 }']) {
    const test = options.includes("threads: 1") ? it : itWeekly;
    test(`the package opens a database with open(${options})`, async () => {
      write("embedded.js", EMBEDDED(options));
      expect(await node("embedded.js")).to.equal(FOUND);
    });
  }

  itWeekly("the package opens a database with its entry for pages, too", async () => {
    write("paged.js", EMBEDDED("").replace("azimuth-db", "azimuth-db/browser"));
    expect(await node("paged.js")).to.equal(FOUND);
  });

  itWeekly("the package opens a database without any other file", async () => {
    const alone = join(home, "alone");
    mkdirSync(alone);
    cpSync(inPackage("dist/lib/index.js"), join(alone, "lib.mjs"));
    const program = EMBEDDED('{ dataDir: "d", threads: 1 }').replace("azimuth-db", "./lib.mjs");
    writeFileSync(join(alone, "program.mjs"), program.replace("./use.js", "./use.mjs"));
    writeFileSync(join(alone, "use.mjs"), USE);
    const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: alone });
    expect(stdout.trim()).to.equal(FOUND);
  });

  for (const options of ["", '{ dataDir: "required", threads: 1 }']) {
    const test = options === "" ? it : itWeekly;
    test(`the package opens a database with open(${options}) for programs that use require`, async () => {
      const program = `const { open } = require("azimuth-db");
        import("./use.js").then(async ({ use }) => console.log(await use(await open(${options}))));`;
      write("required.cjs", program);
      expect(await node("required.cjs")).to.equal(FOUND);
    });
  }

  itWeekly("the package has one class of errors, whichever of its entries are loaded", async () => {
    write(
      "classes.cjs",
      `const all = ["azimuth-db", "azimuth-db/client"].map((name) => require(name).VectorDbError);
      const imported = ["azimuth-db", "azimuth-db/client", "azimuth-db/browser"].map((name) => import(name));
      Promise.all(imported).then((modules) => {
        all.push(...modules.map(({ VectorDbError }) => VectorDbError));
        console.log(all.length, new Set(all).size, new all[0]("NOT_FOUND", "").name);
      });`,
    );
    expect(await node("classes.cjs")).to.equal("5 1 VectorDbError");
  });

  it("the package imports no module by a name that a bundler could not resolve", () => {
    for (const entry of ["index.js", "index.cjs", "client.js", "client.cjs", "browser.js"]) {
      expect(readFileSync(inPackage(`dist/lib/${entry}`), "utf8"), entry).not.to.match(/["'`]tsx[/"'`]/);
    }
  });

  itWeekly("the package works in a worker thread of the program", async () => {
    write("thread.js", EMBEDDED('{ dataDir: "threaded", threads: 1 }'));
    write(
      "program.js",
      'import { Worker } from "node:worker_threads"; new Worker(new URL("./thread.js", import.meta.url));',
    );
    expect(await node("program.js")).to.equal(FOUND);
  });

  for (const format of ["esm", "cjs"] as const) {
    itWeekly(`the package works when it is bundled with a program, as ${format}`, async () => {
      const program = `import { open } from "azimuth-db"; import { use } from "./use.js";
        open({ dataDir: "${format}", threads: 1 }).then(use).then((found) => console.log(found));`;
      write("entry.js", program);
      const outfile = join(mkdtempSync(join(home, "bundled-")), format === "esm" ? "out.mjs" : "out.cjs");
      const entryPoints = [join(home, "entry.js")];
      const result = await build({ entryPoints, bundle: true, platform: "node", format, outfile });
      expect(result.warnings).to.deep.equal([]);
      expect((await run(process.execPath, [outfile], { cwd: home })).stdout.trim()).to.equal(FOUND);
    });
  }

  it("the package has a client that needs only fetch", async () => {
    const server = await startTestServer();
    write(
      "client.js",
      `import { connect } from "azimuth-db/client"; import { use } from "./use.js";
      console.log(await use(connect({ url: process.argv[2] })));`,
    );
    expect(await node("client.js", server.url)).to.equal(FOUND);
    await server.close();
  });

  itWeekly("the package imports no network module, and pages load no module at all", async () => {
    const importsOf = async (entry: string) => {
      const { metafile } = await build({
        entryPoints: [inPackage(`dist/lib/${entry}.js`)],
        bundle: true,
        platform: "node",
        format: "esm",
        write: false,
        metafile: true,
      });
      return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    };
    const allowed = ["buffer", "crypto", "fs", "fs/promises", "module", "os", "path", "url", "v8", "vm"];
    const more = ["worker_threads", "zlib"];
    const known = new Set([...allowed, ...more].map((name) => `node:${name}`));
    expect((await importsOf("index")).filter((name) => !known.has(name))).to.deep.equal([]);
    for (const entry of ["client", "browser"]) {
      expect(await importsOf(entry)).to.deep.equal([]);
    }
    expect(readFileSync(inPackage("dist/lib/index.js"), "utf8")).not.to.match(/\bnew Function\(|\beval\(/);
  });

  /** Returns the errors of the compiler for a file with its strictest options. */
  const compile = async (file: string, module: string, ...more: string[]) => {
    const options = ["--strict", "--noUncheckedIndexedAccess", "--noEmit", ...["--target", "es2022"]];
    const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const args = [tsc, ...options, "--types", "", "--module", module, ...more, file];
    const { stdout } = await run(process.execPath, args, { cwd: home }).catch(
      (error) => error as { stdout: string },
    );
    return stdout;
  };

  itWeekly(
    "the package has self-contained types that accept payloads of any interface and return them",
    async () => {
      write("program.mts", TYPED);
      expect(await compile("program.mts", "nodenext")).to.equal("");
    },
  );

  itWeekly("the package has types for programs that use require", async () => {
    write(
      "program.cts",
      `import { open, VectorDbError } from "azimuth-db";
      import client = require("azimuth-db/client");
      open().then((db) => db.close());
      const error: VectorDbError = new client.VectorDbError("NOT_FOUND", "");
      console.log(error.code);`,
    );
    expect(await compile("program.cts", "node20")).to.equal("");
  });

  it("the package documents every method in its types", () => {
    const types = readFileSync(inPackage("dist/lib/types.d.ts"), "utf8");
    const methods = Array.from(types.matchAll(/^ {2}\w+(?:<.*?>)?\(request.*$/gm), ({ index }) =>
      types.slice(types.lastIndexOf("\n", index - 2) + 1, index).trim(),
    );
    expect(methods.length).to.be.above(60);
    expect(methods.filter((comment) => !/^\/\*\* [A-Z][a-z]+.+\. .*\*\/$/.test(comment))).to.deep.equal([]);
  });

  it("the package works as the README says", async () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const section = readme.split("\n## In your program\n")[1]!.split("\n## ")[0]!;
    const examples = Array.from(section.matchAll(/```js\n(.*?)```/gs), ([, text]) => text!);
    const server = await startTestServer();
    const said: string[] = [];
    const typed = examples.map((_, i) => `example-${i}.mts`);
    for (const [i, example] of examples.entries()) write(typed[i]!, example);
    expect(await compile(typed[0]!, "nodenext", ...typed.slice(1))).to.equal("");
    for (const example of [examples[0]!, ...examples]) {
      write("example.js", example.replace("http://127.0.0.1:6573", server.url));
      said.push(await node("example.js"));
    }
    await server.close();
    // The first program runs twice, the second time with its existing directory.
    expect(said).to.deep.equal(["Bern", "Bern", "0"]);
  });

  itWeekly("the package contains the command azimuth", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const { stdout } = await npx(home, "azimuth", "--version");
    expect(stdout.trim()).to.equal(version);
  });

  it("the package lists the licenses of all its contents", () => {
    const text = readFileSync(join(home, "node_modules/azimuth-db/dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["koa", "@grpc/grpc-js", "typebox", "preact"])
      expect(text).to.match(new RegExp(`\n${name} \\d`));
  });
});
