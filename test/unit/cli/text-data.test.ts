// Texts on the command line: rows without vectors are imported with a text index, and found by words.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../support/cli.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

const ROWS = [
  { id: 1, title: "Moby", plot: "a captain hunts a white whale" },
  { id: 2, title: "Nautilus", plot: "a captain and a submarine, under the sea" },
  { id: 3, title: "Emma", plot: "a matchmaker in a village" },
];

describe("texts on the command line", () => {
  let server: TestServer;
  let file: string;
  beforeEach(async () => {
    server = await startTestServer();
    file = join(freshDir(), "films.jsonl");
    writeFileSync(file, ROWS.map((row) => JSON.stringify(row)).join("\n"));
  });
  afterEach(() => server.close());

  const run = (...args: string[]) => runCli([...args, "--url", server.url]);
  const infoOf = async () => (await server.call("GET", "/collections/films")).body.result;

  it("texts on the command line are imported without vectors, with a text index that scores, and found by words", async () => {
    expect((await run("import", "films", file, "--text-field", "plot", "--create")).code).to.equal(0);
    const { config, payload_schema, points_count } = await infoOf();
    expect([config.params.vectors, points_count]).to.deep.equal([{}, 3]);
    expect(payload_schema.plot.params).to.deep.equal({ type: "text", phrase_matching: true, scoring: true });
    const { stdout } = await run("search", "films", "submarine captain", "--json");
    expect(JSON.parse(stdout).points.map(({ id }: { id: number }) => id)).to.deep.equal([2, 1]);
    const shown = await run("search", "films", "matchm*", "--using", "plot");
    expect(shown.stdout).to.match(/^ID {2}SCORE +PAYLOAD\n3 {3}\d\.\d+ +\{.*"Emma".*\}\n$/);
  });

  it("texts on the command line are found by phrases, and with --language by other forms of their words", async () => {
    const imported = await run(
      "import",
      "films",
      file,
      "--text-field",
      "plot",
      "--language",
      "en",
      "--create",
    );
    expect(imported.code, imported.stderr).to.equal(0);
    const idsFor = async (words: string) => {
      const { stdout, stderr } = await run("search", "films", words, "--json");
      return stderr || JSON.parse(stdout).points.map(({ id }: { id: number }) => id);
    };
    expect(await idsFor('"white whales"')).to.deep.equal([1]);
    expect(await idsFor('"whale white"')).to.deep.equal([]);
    expect(await idsFor("hunting captains")).to.deep.equal([1, 2]);
  });

  it("texts on the command line get another language by an import that says it, and only by that", async () => {
    const languageOf = async () => (await infoOf()).payload_schema.plot.params.language;
    await run("import", "films", file, "--text-field", "plot", "--create");
    expect(await languageOf()).to.equal(undefined);
    for (const [flags, language] of [
      [["--language", "english"], "english"],
      [[], "english"],
      [["--language", "german"], "german"],
    ] as const) {
      const { code } = await run("import", "films", file, "--text-field", "plot", "--restart", ...flags);
      expect([code, await languageOf()]).to.deep.equal([0, language]);
    }
  });

  it("texts on the command line need the field of a language that is given", async () => {
    const { code, stderr } = await run("import", "films", file, "--language", "english", "--create");
    expect(code).to.equal(2);
    expect(stderr).to.include("--language is for --text-field");
  });

  it("texts on the command line keep the options of a text index that is there, and make it score", async () => {
    await server.call("PUT", "/collections/films", { vectors: {} });
    const field_schema = { type: "text", language: "english", scoring: false };
    await server.call("PUT", "/collections/films/index", { field_name: "plot", field_schema });
    expect((await run("import", "films", file, "--text-field", "plot")).code).to.equal(0);
    const { payload_schema } = await infoOf();
    expect(payload_schema.plot.params).to.deep.equal({ type: "text", language: "english", scoring: true });
    const { stdout } = await run("search", "films", "hunting", "--json");
    expect(JSON.parse(stdout).points.map(({ id }: { id: number }) => id)).to.deep.equal([1]);
  });

  it("texts on the command line keep the vectors of rows that have some", async () => {
    writeFileSync(file, ROWS.map((row) => JSON.stringify({ ...row, vector: [row.id, 1] })).join("\n"));
    expect((await run("import", "films", file, "--text-field", "plot", "--create")).code).to.equal(0);
    expect((await infoOf()).config.params.vectors).to.deep.include({ size: 2 });
    expect((await run("search", "films", "[3, 1]", "--json")).code).to.equal(0);
  });

  it("texts on the command line are not found without a text index, and the error says how to make one", async () => {
    await server.call("PUT", "/collections/films", { vectors: {} });
    const { code, stderr } = await run("search", "films", "whale");
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /no text index of the collection scores[\s\S]*azimuth import films FILE --text-field FIELD/,
    );
    const named = await run("search", "films", "whale", "--using", "plot");
    expect([named.code, named.stderr]).to.satisfy(
      ([status, text]: [number, string]) =>
        status === 2 && text.includes("BM25 requires a text index on field plot"),
    );
  });
});
