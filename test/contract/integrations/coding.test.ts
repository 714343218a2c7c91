// Roo Code, Kilo Code and Cline, and the MCP server for Qdrant: their requests as they send them.
import { expect } from "chai";
import { Integration, idsOf, JS_CLIENT, PYTHON_CLIENT } from "../../support/integration.ts";

const SMALL = "6f1f9a52-7c0e-5f0e-9d55-2a4d7e1b0001";
const LARGE = "6f1f9a52-7c0e-5f0e-9d55-2a4d7e1b0002";
const MARK = "6f1f9a52-7c0e-5f0e-9d55-2a4d7e1b0003";
const WORKSPACE = "/collections/ws-0123456789abcdef";

function block(id: string, vector: number[], path: string): object {
  const pathSegments = Object.fromEntries(path.split("/").map((part, i) => [String(i), part]));
  const payload = { filePath: path, codeChunk: `// ${path}`, startLine: 1, endLine: 9, pathSegments };
  return { id, vector, payload };
}

const ABSENT = "Not found: Collection `ws-0123456789abcdef` doesn't exist!";

function describeRoo(
  headers: Record<string, string>,
  { dialect = "auto", absent = ABSENT }: { readonly dialect?: "auto" | "qdrant"; readonly absent?: string },
): void {
  let roo: Integration;
  beforeEach(async () => {
    roo = await Integration.start(headers, { dialect });
    const [status, text] = await roo.refused("GET", WORKSPACE);
    expect([status, text]).to.deep.equal([404, absent]);
    await roo.ok("PUT", WORKSPACE, {
      vectors: { size: 2, distance: "Cosine", on_disk: true },
      hnsw_config: { m: 64, ef_construct: 512, on_disk: true },
    });
    for (const field_name of ["type", ...[0, 1, 2, 3, 4].map((i) => `pathSegments.${i}`)])
      await roo.ok("PUT", `${WORKSPACE}/index`, { field_name, field_schema: "keyword" });
    const points = [
      block(SMALL, [1, 0], "src/small.ts"),
      block(LARGE, [0.6, 0.8], "src/core/large.ts"),
      // Roo Code marks a workspace as indexed by a point whose vector has only zeros.
      { id: MARK, vector: [0, 0], payload: { type: "metadata", indexing_complete: true } },
    ];
    await roo.ok("PUT", `${WORKSPACE}/points?wait=true`, { points });
  });
  afterEach(() => roo.close());

  const search = async (extra: object): Promise<{ id: string; payload: object }[]> =>
    (
      await roo.ok("POST", `${WORKSPACE}/points/query`, {
        query: [1, 0],
        limit: 50,
        params: { hnsw_ef: 128, exact: false },
        with_payload: { include: ["filePath", "startLine"] },
        ...extra,
      })
    ).points;

  it("Roo Code reads the size of vectors and the payload indexes of its collection", async () => {
    const { config, payload_schema, points_count } = await roo.ok("GET", WORKSPACE);
    expect(config.params.vectors).to.deep.equal({ size: 2, distance: "Cosine", on_disk: true });
    expect(config.hnsw_config).to.include({ m: 64, ef_construct: 512, on_disk: true });
    expect(Object.keys(payload_schema)).to.have.length(6);
    expect(points_count).to.equal(3);
  });

  it("Roo Code finds code above a score threshold, without its metadata point", async () => {
    const filter = { must_not: [{ key: "type", match: { value: "metadata" } }] };
    const points = await search({ filter, score_threshold: 0.4 });
    expect(idsOf(points)).to.deep.equal([SMALL, LARGE]);
    expect(points[0]!.payload).to.deep.equal({ filePath: "src/small.ts", startLine: 1 });
    expect(idsOf(await search({ filter, score_threshold: 0.7 }))).to.deep.equal([SMALL]);
  });

  it("Roo Code finds code of a directory by the parts of its path", async () => {
    const parts = ["src", "core"].map((value, i) => ({ key: `pathSegments.${i}`, match: { value } }));
    expect(idsOf(await search({ filter: { must: parts } }))).to.deep.equal([LARGE]);
  });

  it("Roo Code reads its metadata point by id", async () => {
    const body = { ids: [MARK], with_payload: true };
    expect(await roo.ok("POST", `${WORKSPACE}/points`, body)).to.deep.equal([
      { id: MARK, payload: { type: "metadata", indexing_complete: true } },
    ]);
  });

  it("Roo Code creates a payload index again without an error", async () => {
    const index = { field_name: "type", field_schema: "keyword" };
    await roo.ok("PUT", `${WORKSPACE}/index?wait=true`, index);
    const { payload_schema } = await roo.ok("GET", WORKSPACE);
    expect(payload_schema.type).to.deep.equal({ data_type: "keyword", points: 1 });
  });

  it("Roo Code deletes the code of changed files, then everything", async () => {
    const file = (path: string) => ({
      must: path.split("/").map((value, i) => ({ key: `pathSegments.${i}`, match: { value } })),
    });
    const count = async () => (await roo.ok("GET", WORKSPACE)).points_count;
    const filter = { should: [file("src/small.ts"), file("src/gone.ts")] };
    await roo.ok("POST", `${WORKSPACE}/points/delete?wait=true`, { filter });
    expect(await count()).to.equal(2);
    await roo.ok("POST", `${WORKSPACE}/points/delete?wait=true`, { filter: { must: [] } });
    expect(await count()).to.equal(0);
    expect(await roo.ok("DELETE", WORKSPACE)).to.equal(true);
  });
}

describe("Roo Code", () => {
  // Roo Code sends its own name in the header by which the server recognises Qdrant's client.
  describe("without a key and with the setting qdrant", () =>
    describeRoo({ ...JS_CLIENT, "user-agent": "Roo-Code" }, { dialect: "qdrant" }));

  describe("without a key, in the native dialect, which returns the same fields", () =>
    describeRoo({ "user-agent": "Roo-Code" }, { absent: "Collection not found: ws-0123456789abcdef" }));

  describe("with a key", () => describeRoo({ "user-agent": "Roo-Code", "api-key": "roo-key" }, {}));
});

describe("mcp-server-qdrant", () => {
  const MEMORIES = "/collections/memories";
  const NAME = "fast-all-minilm-l6-v2";
  const ID = "9c5b94b135ad49bbb118e8fc33c3f1a7";
  let mcp: Integration;
  beforeEach(async () => {
    mcp = await Integration.start(PYTHON_CLIENT);
    expect(await mcp.ok("GET", `${MEMORIES}/exists`)).to.deep.equal({ exists: false });
    await mcp.ok("PUT", MEMORIES, { vectors: { [NAME]: { size: 2, distance: "Cosine" } } });
    const payload = { document: "The door code is 42", metadata: { topic: "home" } };
    const points = [{ id: ID, vector: { [NAME]: [3, 4] }, payload }];
    await mcp.ok("PUT", `${MEMORIES}/points?wait=true`, { points });
  });
  afterEach(() => mcp.close());

  const find = async (filter: object | null) =>
    (
      await mcp.ok("POST", `${MEMORIES}/points/query`, {
        query: { nearest: [0.6, 0.8] },
        using: NAME,
        filter,
        limit: 10,
        with_payload: true,
      })
    ).points;

  it("mcp-server-qdrant stores with an id without dashes, and finds by the name of the vector", async () => {
    expect(await mcp.ok("GET", `${MEMORIES}/exists`)).to.deep.equal({ exists: true });
    const [memory, ...others] = await find(null);
    expect(others).to.deep.equal([]);
    expect(memory.id).to.equal("9c5b94b1-35ad-49bb-b118-e8fc33c3f1a7");
    expect(memory.payload).to.deep.equal({ document: "The door code is 42", metadata: { topic: "home" } });
    expect(memory.score).to.be.closeTo(1, 1e-6);
  });

  it("mcp-server-qdrant filters by an indexed key of the metadata", async () => {
    const index = { field_name: "metadata.topic", field_schema: "keyword" };
    await mcp.ok("PUT", `${MEMORIES}/index?wait=true`, index);
    const topic = (value: string) => ({ must: [{ key: "metadata.topic", match: { value } }] });
    expect(await find(topic("home"))).to.have.length(1);
    expect(await find(topic("work"))).to.have.length(0);
  });
});
