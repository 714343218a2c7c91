// `azimuth migrate weaviate` with a source that answers as Weaviate's description of its API says.
import { expect } from "chai";
import { runCli } from "../../../support/cli.ts";
import type { LocalSource } from "../../../support/recorded-source.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { serveWeaviate, type WeaviateClass } from "../../../support/weaviate-source.ts";
import { freshDir } from "../../storage/fixtures.ts";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const ARTICLE: WeaviateClass = {
  schema: {
    class: "Article",
    vectorIndexType: "hnsw",
    vectorIndexConfig: { distance: "cosine", efConstruction: 128, maxConnections: 32 },
    properties: [
      {
        name: "title",
        dataType: ["text"],
        indexFilterable: true,
        indexSearchable: true,
        tokenization: "word",
      },
      { name: "code", dataType: ["text"], indexFilterable: true, indexSearchable: false },
      { name: "hidden", dataType: ["text"], indexFilterable: false, indexSearchable: false },
      { name: "words", dataType: ["int"], indexFilterable: true },
      { name: "made", dataType: ["date"], indexFilterable: true },
      { name: "place", dataType: ["geoCoordinates"] },
      { name: "writer", dataType: ["Person"] },
    ],
  },
  objects: Array.from({ length: 7 }, (_, n) => ({
    id: idOf(n),
    properties: {
      title: `Nr ${n} ☃`,
      code: `c${n}`,
      words: n,
      made: "2024-01-02T03:04:05Z",
      place: { latitude: 47.4, longitude: 8.5 },
      writer: [{ beacon: `weaviate://localhost/Person/${idOf(n)}` }],
    },
    ...(n !== 3 && { vector: [n + 1, 0.5, -1] }),
  })),
};
const NAMED: WeaviateClass = {
  schema: {
    class: "Named",
    vectorConfig: {
      plot: { vectorIndexType: "hnsw", vectorIndexConfig: { distance: "l2-squared" } },
      poster: { vectorIndexType: "flat", vectorIndexConfig: { distance: "dot" } },
      never: { vectorIndexConfig: { distance: "manhattan" } },
    },
    properties: null,
  },
  objects: [
    { id: idOf(1), vectors: { plot: [1, 2], poster: [1, 2, 3] } },
    { id: idOf(2), vectors: { plot: [3, 4] } },
  ],
};
const OTHERS: WeaviateClass[] = [
  {
    schema: { class: "Bits", vectorIndexConfig: { distance: "hamming" } },
    objects: [{ id: idOf(1), vector: [1] }],
  },
  {
    schema: {
      class: "Colbert",
      vectorConfig: { v: { vectorIndexConfig: { multivector: { enabled: true } } } },
    },
    objects: [{ id: idOf(1), vectors: { v: [[1], [2]] } }],
  },
  { schema: { class: "Nothing" }, objects: [] },
  {
    schema: { class: "Shops", multiTenancyConfig: { enabled: true } },
    objects: [
      { id: idOf(1), tenant: "north", vector: [1, 2] },
      { id: idOf(2), tenant: "south", vector: [3, 4] },
    ],
  },
];

describe("azimuth migrate weaviate", () => {
  let source: LocalSource;
  let target: TestServer;
  beforeEach(async () => {
    source = await serveWeaviate([ARTICLE, NAMED, ...OTHERS]);
    target = await startTestServer();
  });
  afterEach(async () => {
    await source.close();
    await target.close();
  });

  const run = (...args: string[]) =>
    runCli(["migrate", "weaviate", source.url, "--url", target.url, "--work-dir", freshDir(), ...args]);

  it("azimuth migrate weaviate takes objects, page by page, with the payload indexes of their properties", async () => {
    const { code, stdout, stderr } = await run("--collection", "Article", "--batch", "2");
    expect([code, stdout], stderr).to.deep.equal([
      0,
      "Article: 7 points written to Article\n" +
        "Article: verified: 7 points of the source, 7 in Article, 7 compared with seed 1\n",
    ]);
    const { config, payload_schema } = (await target.call("GET", "/collections/Article")).body.result;
    expect(config.params.vectors).to.include({ size: 3, distance: "Cosine" });
    const types = Object.entries<{ data_type: string }>(payload_schema).map(([key, { data_type }]) => [
      key,
      data_type,
    ]);
    expect(Object.fromEntries(types)).to.deep.equal({
      title: "text",
      code: "keyword",
      words: "integer",
      made: "datetime",
    });
    const { result } = (await target.call("GET", `/collections/Article/points/${idOf(3)}`)).body;
    expect(result.payload).to.deep.equal(ARTICLE.objects[3]!.properties);
    expect(result.vector).to.deep.equal({});
  });

  it("azimuth migrate weaviate takes named vectors, and says which it has not found", async () => {
    const { code } = await run("--collection", "Named");
    expect(code).to.equal(0);
    const { config } = (await target.call("GET", "/collections/Named")).body.result;
    expect(Object.keys(config.params.vectors)).to.deep.equal(["plot", "poster"]);
    const { result } = (await target.call("GET", `/collections/Named/points/${idOf(1)}`)).body;
    expect(result.vector).to.deep.equal({ plot: [1, 2], poster: [1, 2, 3] });
    const { stdout } = await run("--collection", "Named", "--dry-run");
    expect(stdout).to.contain(
      'Named note: the vector "never" is not made: none of the first 1000 objects has one',
    );
  });

  it("azimuth migrate weaviate says which collections it cannot take, and why", async () => {
    const { code, stdout } = await run("--dry-run");
    expect(code).to.equal(3);
    for (const text of [
      "Bits is not taken: its vector has the distance hamming, which Azimuth does not know\n",
      'Colbert is not taken: the vector "v" is a multivector, of which Azimuth has none\n',
      "Nothing is not taken: it has no objects, and so no dimension\n",
      "Shops is not taken: it has tenants: say --tenant NAME for each\n",
      "Article note: place (geoCoordinates) has no payload index\n",
      "Article note: writer is a reference: its beacons are kept as objects\n",
    ])
      expect(stdout).to.contain(text);
  });

  it("azimuth migrate weaviate takes the objects of one tenant", async () => {
    const { code, stdout } = await run("--collection", "Shops", "--as", "south", "--tenant", "south");
    expect([code, stdout]).to.deep.equal([
      0,
      "Shops: 1 point written to south\nShops: verified: 1 point of the source, 1 in south, 1 compared with seed 1\n",
    ]);
  });

  it("azimuth migrate weaviate sends the key of the source, and says where it belongs when it is refused", async () => {
    await source.close();
    source = await serveWeaviate([NAMED], "Bearer secret");
    const refused = await run();
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      `azimuth: ${source.url} answered /v1/schema with status 401: {"code":401,"message":"anonymous access not ` +
        'enabled"}; put the key of the source into AZIMUTH_SOURCE_API_KEY, or a file that ' +
        "AZIMUTH_SOURCE_API_KEY_FILE names\n",
    ]);
    expect((await run("--api-key", "secret", "--dry-run")).code).to.equal(0);
    const args = ["migrate", "weaviate", source.url, "--url", target.url, "--work-dir", freshDir()];
    expect((await runCli(args, { sourceKey: "secret" })).code).to.equal(0);
  });

  it("azimuth migrate weaviate takes a name and a password of the address, and shows neither", async () => {
    await source.close();
    source = await serveWeaviate([NAMED], `Basic ${Buffer.from("ann:p@ss").toString("base64")}`);
    const url = source.url.replace("://", "://ann:p%40ss@");
    const done = await runCli(["migrate", "weaviate", url, "--dry-run"]);
    expect(done.code, done.stderr).to.equal(0);
    const refused = await runCli(["migrate", "weaviate", url.replace("p%40ss", "wrong"), "--dry-run"]);
    expect(refused.stderr).to.contain(`azimuth: ${source.url} answered /v1/schema with status 401`);
    expect(refused.stderr).not.to.contain("wrong");
  });

  it("azimuth migrate weaviate fails when the source has more objects than it has listed", async () => {
    const objects = [...NAMED.objects, { id: idOf(7), isHidden: true, vectors: { plot: [5, 6] } }];
    await source.close();
    source = await serveWeaviate([{ ...NAMED, objects }]);
    const { code, stdout } = await run();
    expect([code, stdout]).to.deep.equal([
      1,
      "Named: 2 points written to Named\n" +
        "Named: DIFFERS: 2 points of the source, 2 in Named, 2 compared with seed 1\n" +
        "  the source counts 3 points; is it being written to?\n",
    ]);
  });
});
