// The server and the commands of the installed package in a project without other packages. The decision: the bundles
// contain everything, including modules that are loaded later.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { build } from "esbuild";
import { installPackage, npx } from "../support/installed.ts";
import { PlainClient, Reflected } from "../support/plain-grpc.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

const ROWS = [
  { id: 1, vector: [1, 2], payload: { city: "Bern" } },
  { id: 2, vector: [2, 1], payload: { city: "Oslo" } },
];

describe("the installed server", () => {
  let home: string;
  let dist: string;
  let server: ServerProcess;
  before(async () => {
    home = await installPackage();
    dist = join(home, "node_modules/azimuth-db/dist");
    // The command that npx starts; npx itself does not pass on the signal that stops the server.
    const command = join(home, "node_modules/.bin/azimuth");
    server = await startServer(["--data-dir", join(home, "data")], {}, [], command);
    const lines = ROWS.map((row) => JSON.stringify(row)).join("\n");
    writeFileSync(join(home, "cities.jsonl"), lines);
    await azimuth("import", "cities", "cities.jsonl", "--create", "--distance", "Dot");
  });
  after(async () => {
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const azimuth = (...args: string[]) => npx(home, "azimuth", ...args, "--url", server.url);

  it("the installed server imports rows and finds them", async () => {
    const found = JSON.parse((await azimuth("search", "cities", "[3, 1]", "--limit", "1", "--json")).stdout);
    expect(found[0]).to.deep.include({ id: 2, score: 7, payload: { city: "Oslo" } });
  });

  it("the installed server writes a Parquet file and reads it again", async () => {
    await azimuth("export", "cities", "cities.parquet");
    await azimuth("import", "copies", "cities.parquet", "--create");
    const response = await fetch(`${server.url}/collections/copies`);
    expect(((await response.json()) as { result: object }).result).to.include({ points_count: 2 });
  });

  it("the installed server serves gRPC with its own definitions", async () => {
    const definitions = await new Reflected(server.grpcAddress, "v1").definitions("azimuth.v1.Points");
    const client = new PlainClient(definitions, server.grpcAddress);
    const request = { collection_name: "cities", exact: true };
    const { result } = await client.call("azimuth.v1.Points/Count", request);
    expect(result.count).to.equal("2");
    client.close();
  });

  it("the installed server serves assistants with azimuth mcp", async () => {
    const running = azimuth("mcp");
    const params = { name: "list_collections", arguments: {} };
    running.child.stdin!.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    const { result } = JSON.parse((await running).stdout);
    expect(result.content[0].text).to.contain('"cities"');
  });

  it("the installed server serves the pages of the console", async () => {
    const page = await fetch(server.uiUrl);
    expect(page.status).to.equal(200);
    const [, script] = /src="([^"]+\.js)"/.exec(await page.text())!;
    expect((await fetch(new URL(script!, server.uiUrl))).status).to.equal(200);
  });

  it("the installed server imports only modules of Node, also in scripts that are run later", async () => {
    const scripts = ["", "storage"].flatMap((part) =>
      readdirSync(join(dist, part)).flatMap((file) => (file.endsWith(".cjs") ? join(dist, part, file) : [])),
    );
    const { metafile } = await build({
      entryPoints: [join(dist, "main.js"), ...scripts],
      bundle: true,
      platform: "node",
      format: "esm",
      outdir: join(home, "bundled"),
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    const bundled = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    // Those of the program: `require` is a parameter of its script, which the bundler does not follow.
    const required = scripts.flatMap((file) =>
      Array.from(
        readFileSync(file, "utf8").matchAll(/\b(?:require|import)\("([^"]+)"\)/g),
        ([, path]) => path!,
      ),
    );
    const imported = [...bundled, ...required];
    const known = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    expect(imported).to.include.members(["node:http", "node:worker_threads"]);
    expect(imported.filter((path) => !known.has(path))).to.deep.equal([]);
  });
});
