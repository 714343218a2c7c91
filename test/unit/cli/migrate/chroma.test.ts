// `azimuth migrate chroma` with answers that were recorded from Chroma 1.5.9 and 0.4.24 (test/golden/record-source.ts).
import { expect } from "chai";
import { runCli } from "../../../support/cli.ts";
import { type LocalSource, serveRecorded } from "../../../support/recorded-source.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { freshDir } from "../../storage/fixtures.ts";

/** The UUID of version 5 of "film-1" in the OID namespace, by Python's uuid.uuid5. */
const FILM_1 = "16e30df1-a54f-5ec4-b6b4-3307420d10e5";

for (const [version, file] of [
  ["2", "migrate-chroma-2.json"],
  ["1", "migrate-chroma-1.json"],
] as const) {
  describe(`azimuth migrate chroma, with version ${version} of the API`, () => {
    let source: LocalSource;
    let target: TestServer;
    beforeEach(async () => {
      source = await serveRecorded(file);
      target = await startTestServer();
    });
    afterEach(async () => {
      await source.close();
      await target.close();
    });

    const run = (args: readonly string[] = [], options = {}) =>
      runCli(
        [
          ...["migrate", "chroma", source.url, "--url", target.url],
          ...["--work-dir", freshDir(), "--batch", "3", ...args],
        ],
        options,
      );
    const points = async (name: string) => {
      const { text } = await target.call("POST", `/collections/${name}/points/scroll`, { with_vector: true });
      return text;
    };

    it(`azimuth migrate chroma takes documents, metadata and vectors by version ${version}`, async () => {
      const { code, stdout, stderr } = await run();
      expect(stderr).to.equal("azimuth: empty-one is not taken: it has no points, and so no dimension\n");
      expect([code, stdout]).to.deep.equal([
        3,
        "films: 4 points written to films\nfilms: verified: 4 points of the source, 4 in films, 4 compared with seed 1\n" +
          "products: 4 points written to products\n" +
          "products: verified: 4 points of the source, 4 in products, 4 compared with seed 1\n" +
          "single: 1 point written to single\nsingle: verified: 1 point of the source, 1 in single, 1 compared with seed 1\n",
      ]);
      const films = await points("films");
      for (const part of [
        `"id":"${FILM_1}"`,
        '"original_id":"film-1"',
        '"big":9007199254740993',
        '"document":"Two\\nlines \\"quoted\\""',
        '"document":"café ☃ 🚢"',
        '"year":-9223372036854775808',
        '"original_id":"Ünï/код"',
        '"id":"550e8400-e29b-41d4-a716-446655440000"',
      ])
        expect(films).to.contain(part);
      expect(films).not.to.contain('"original_id":"550e8400');
      const { config } = (await target.call("GET", "/collections/films")).body.result;
      expect(config.params.vectors).to.include({ size: 4, distance: "Cosine" });
    });

    it(`azimuth migrate chroma shows what it takes by version ${version}, and what not`, async () => {
      const { code, stdout } = await run(["--dry-run"]);
      expect(code).to.equal(3);
      expect(stdout)
        .to.contain("empty-one   not taken       0\n")
        .and.to.contain("products    products        4  2 Dot\n")
        .and.to.contain("films note: the metadata of the collection is not taken: made\n");
    });
  });
}

describe("azimuth migrate chroma, its fields and collections", () => {
  let source: LocalSource;
  let target: TestServer;
  beforeEach(async () => {
    source = await serveRecorded("migrate-chroma-2.json");
    target = await startTestServer();
  });
  afterEach(async () => {
    await source.close();
    await target.close();
  });

  const run = (...args: string[]) =>
    runCli(
      [
        ...["migrate", "chroma", source.url, "--url", target.url],
        ...["--work-dir", freshDir(), "--batch", "3", ...args],
      ],
      {},
    );

  it("azimuth migrate chroma rejects rows whose fields would be lost, and names the option", async () => {
    const films = ["--collection", "films"];
    const { code, stdout } = await run(
      ...films,
      "--document-field",
      "year",
      "--id-field",
      "ok",
      "--sample",
      "0",
    );
    expect(code).to.equal(3);
    expect(stdout)
      .to.contain("films: 1 point written to films; 3 rows rejected, see ")
      .and.to.contain("films: verified: 4 points of the source, 1 in films");
    const as = await run(...films, "--as", "f", "--document-field", "text", "--id-field", "key");
    expect(as.code).to.equal(0);
    const { result } = (await target.call("GET", `/collections/f/points/${FILM_1}`)).body;
    expect(result.payload).to.include({ text: "A submarine under water", key: "film-1" });
  });

  it("azimuth migrate chroma says that there is no collection of a name", async () => {
    const { code, stderr } = await run("--collection", "nothing");
    expect([code, stderr]).to.deep.equal([1, `azimuth: Chroma at ${source.url} has no collection nothing\n`]);
  });
});
