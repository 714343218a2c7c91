// A search as a program: each program is run unchanged, and has to print the ids that the search on the screen finds.

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { formatWithOptions, promisify } from "node:util";
import { expect } from "chai";
import { writeJson } from "../../../src/ui/app/api/json.ts";
import { type Body, bodyOf } from "../../../src/ui/app/screens/collection/search/body.ts";
import { BLANK, type Form } from "../../../src/ui/app/screens/collection/search/form.ts";
import {
  installOf,
  KINDS,
  type Kind,
  programOf,
} from "../../../src/ui/app/screens/collection/search/programs.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { itOnceIn } from "../../support/weekly.ts";

const run = promisify(execFile);
const LARGEST = "18446744073709551615";
const TOKEN = "not-needed-while-authentication-is-off";

const SEARCHES: Readonly<Record<string, Partial<Form>>> = {
  "a vector": { vector: "[1, 0.25]", fixed: true, ef: "32", limit: "3" },
  "a point, with a filter that has a quote": {
    ...{ way: "like", like: "2", vectors: true, offset: "1" },
    filter: '{"must": [{"key": "name", "match": {"any": ["it\'s", "plain", "true"]}}]}',
  },
  examples: { way: "these", positive: ["2"], negative: ["3"], strategy: "best_score", exact: true },
};
/** Tests need only Node on a machine; Python programs are run where Python exists. */
const HAS_PYTHON = spawnSync("python3", ["--version"]).status === 0;
/** How each program is run, and where its output has the ids. Without a command it is imported into this process. */
const RUNS: Partial<Record<Kind, { command?: string; file: string; pattern: RegExp }>> = {
  curl: { command: "sh", file: "search.sh", pattern: /"id":(\d+)/g },
  typescript: { file: "search.mjs", pattern: /^(\d+)n? /gm },
};
/** The module behind `azimuth-db/client`. */
const CLIENT = new URL("../../../src/client/index.ts", import.meta.url).href;
const TEXT: Partial<Form> = { way: "words", words: "a lazy fox", field: "name" };
const BY_MODEL: Partial<Form> = { ...TEXT, match: "model", model: "qdrant/bm25" };
const EXACT: Partial<Form> = { way: "these", positive: [LARGEST], threshold: "0.1" };

describe("a search copied as a program", () => {
  let server: TestServer;
  let folder: string;
  let imports = 0;
  before(async () => {
    server = await startTestServer();
    folder = mkdtempSync(join(tmpdir(), "azimuth-programs-"));
    symlinkSync(
      fileURLToPath(new URL("../../../node_modules", import.meta.url)),
      join(folder, "node_modules"),
    );
    await server.call("PUT", "/collections/my%20wares", { vectors_config: { size: 2, distance: "Cosine" } });
    await server.call(
      "PUT",
      "/collections/my%20wares/points",
      `{"points": [{"id": ${LARGEST}, "vector": [1, 0], "payload": {"name": "it's"}}, {"id": 2, "vector": [0.9, 0.5], "payload": {"name": "plain"}},
        {"id": 3, "vector": [0, 1], "payload": {"name": "true"}}, {"id": 4, "vector": [1, 1], "payload": {"name": "plain"}}]}`,
    );
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  const common = () => ({ url: server.url, collection: "my wares", textField: "name", dense: "" });

  /** The ids that the server returns for the request itself. */
  async function expected(body: Body): Promise<string[]> {
    const path = "/collections/my%20wares/points/query";
    const { text } = await server.call("POST", path, writeJson(body));
    return Array.from(text.matchAll(/"id":(\d+)/g), ([, id]) => id!);
  }

  function program(kind: Kind, change: Partial<Form>, isGuarded = true): string {
    const body = bodyOf({ ...BLANK, ...change });
    return programOf(kind, { ...common(), body, isGuarded });
  }

  async function idsFoundBy(kind: Kind, text: string): Promise<string[]> {
    const { command, file, pattern } = RUNS[kind]!;
    writeFileSync(join(folder, file), text.replace("azimuth-db/client", CLIENT));
    const env = { ...process.env, AZIMUTH_TOKEN: TOKEN };
    const { stdout } =
      command === undefined
        ? { stdout: await printedBy(join(folder, file)) }
        : await run(command, [file], { env, cwd: folder });
    return Array.from(stdout.matchAll(pattern), ([, id]) => id!);
  }

  /** Imports a program, which is run again each time. @returns what it prints */
  async function printedBy(path: string): Promise<string> {
    const { log } = console;
    const lines: string[] = [];
    console.log = (...all: unknown[]) => void lines.push(formatWithOptions({ colors: false }, ...all));
    process.env.AZIMUTH_TOKEN = TOKEN;
    try {
      await import(`${pathToFileURL(path)}?run=${++imports}`);
    } finally {
      console.log = log;
      delete process.env.AZIMUTH_TOKEN;
    }
    return lines.join("\n");
  }

  const itSampled = itOnceIn(5);
  for (const [name, change] of Object.entries(SEARCHES)) {
    for (const kind of Object.keys(RUNS) as Kind[]) {
      itSampled(`a search copied as a program finds the ids of the search in ${kind}: ${name}`, async () => {
        const ids = await expected(bodyOf({ ...BLANK, ...change }));
        expect(ids).to.have.length.greaterThan(0);
        const found = await idsFoundBy(kind, program(kind, change));
        expect(found).to.deep.equal(ids);
      });
    }
  }

  for (const kind of Object.keys(RUNS) as Kind[]) {
    it(`a search copied as a program prints ids exact to the last digit in ${kind}`, async () => {
      const ids = await expected(bodyOf({ ...BLANK, ...EXACT }));
      expect(await idsFoundBy(kind, program(kind, EXACT))).to.deep.equal(ids);
    });
  }

  it("a search copied as a program is valid Python for qdrant-client, LangChain and LlamaIndex", async () => {
    const files = ["python", "langchain", "llamaindex"].flatMap((kind) =>
      [...Object.values(SEARCHES), EXACT, TEXT, BY_MODEL].map((change, i) => {
        writeFileSync(join(folder, `${kind}${i}.py`), program(kind as Kind, change));
        return `${kind}${i}.py`;
      }),
    );
    if (HAS_PYTHON) await run("python3", ["-m", "py_compile", ...files], { cwd: folder });
    expect(program("python", EXACT)).to.contain("limit=10").and.to.contain(`[${LARGEST}]`);
  });

  it("a search copied as a program asks LangChain and LlamaIndex for its text, in the field that has texts", () => {
    for (const kind of ["langchain", "llamaindex"] as const)
      expect(program(kind, BY_MODEL))
        .to.contain('"a lazy fox"')
        .and.to.match(/key="name"/);
    expect(program("python", BY_MODEL)).to.contain("cloud_inference=True");
  });

  it("a search copied as a program is the plain request in Python where the packages cannot express the search", async () => {
    await server.call("PUT", "/collections/my%20wares/index?wait=true", {
      field_name: "name",
      field_schema: { type: "text", scoring: true },
    });
    const body = bodyOf({ ...BLANK, ...TEXT, words: "plain" });
    const given = { ...common(), body, isGuarded: true };
    for (const kind of ["python", "langchain", "llamaindex"] as const) {
      expect(installOf(kind, given)).to.equal("");
      if (!HAS_PYTHON) continue;
      writeFileSync(join(folder, `${kind}.py`), programOf(kind, given));
      const env = { ...process.env, AZIMUTH_TOKEN: TOKEN };
      const { stdout } = await run("python3", [`${kind}.py`], { env, cwd: folder });
      expect(Array.from(stdout.matchAll(/^(\d+) /gm), ([, id]) => id)).to.deep.equal(await expected(body));
    }
  });

  it("a search copied as a program uses no framework for a search without dense vectors", () => {
    const body = bodyOf({ ...BLANK, vector: '{"indices": [1], "values": [1]}' }, 0);
    const given = { ...common(), body, isGuarded: false, dense: undefined };
    expect(programOf("python", given)).to.contain("models.SparseVector.model_validate");
    for (const kind of ["langchain", "llamaindex"] as const) {
      expect(programOf(kind, given))
        .to.contain("searches dense vectors, and this search has none")
        .and.to.contain("urlopen");
      expect(installOf(kind, given)).to.equal("");
    }
  });

  it("a search copied as a program comes with the commands that copy the data for the library", () => {
    const given = { ...common(), body: bodyOf({ ...BLANK, vector: "[1, 0]" }), isGuarded: true };
    expect(installOf("embedded", given))
      .to.contain(`npx azimuth backup azimuth-backup --url ${server.url}`)
      .and.to.contain("npx azimuth restore azimuth-backup --data-dir azimuth-data")
      .and.to.contain("AZIMUTH_TOKEN");
    expect(programOf("embedded", given)).to.contain('open({ dataDir: "azimuth-data" })');
    expect(installOf("embedded", { ...given, isGuarded: false })).not.to.contain("AZIMUTH_TOKEN");
  });

  it("a search copied as a program has the address of a server behind a proxy, with its path", () => {
    const body = bodyOf({ ...BLANK, vector: "[1, 0]" });
    const url = "https://vectors.example.com/api";
    const written = (kind: Kind) => programOf(kind, { ...common(), url, body, isGuarded: false });
    expect(written("python")).to.contain('url="https://vectors.example.com:443", prefix="api"');
    expect(written("curl")).to.contain(
      "'https://vectors.example.com/api/collections/my%20wares/points/query'",
    );
  });

  it("a search copied as a program has the chosen ef for qdrant-client, which knows no recall", () => {
    const body = bodyOf({ ...BLANK, vector: "[1, 0]", recall: "0.9" });
    const given = { ...common(), body, isGuarded: false };
    const copied = (chosen: { ef: number | null } | null) => programOf("python", { ...given, chosen });
    expect(copied({ ef: 48 }))
      .to.contain('"hnsw_ef": 48')
      .and.not.to.contain('"recall"');
    expect(copied({ ef: null }))
      .to.contain('"exact": True')
      .and.not.to.contain('"recall"');
    expect(copied(null)).not.to.contain("search_params");
  });

  for (const kind of KINDS) {
    it(`a search copied as a program reads the credential from the environment in ${kind} if the server needs one`, () => {
      const isLocal = kind === "embedded";
      expect(program(kind, EXACT).includes("AZIMUTH_TOKEN")).to.equal(!isLocal);
      expect(program(kind, EXACT, false)).not.to.contain("AZIMUTH_TOKEN");
    });
  }
});
