// AnythingLLM and Open WebUI: their requests as they send them, for chats that search documents.
import { expect } from "chai";
import { Integration, idsOf, JS_CLIENT, PYTHON_CLIENT } from "../../support/integration.ts";

const A = "2c6e3f50-9b1d-4c8a-8a44-50d1f0e30001";
const B = "2c6e3f50-9b1d-4c8a-8a44-50d1f0e30002";
const C = "2c6e3f50-9b1d-4c8a-8a44-50d1f0e30003";

describe("AnythingLLM", () => {
  const WORKSPACE = "/collections/my-workspace";
  let anything: Integration;
  beforeEach(async () => {
    anything = await Integration.start({ ...JS_CLIENT, "api-key": "secret" });
    await anything.ok("PUT", WORKSPACE, { vectors: { size: 2, distance: "Cosine" } });
    const batch = {
      ids: [A, B],
      vectors: [
        [1, 0],
        [0, 1],
      ],
      payloads: [{ text: "one" }, { text: "two" }],
    };
    const written = await anything.ok("PUT", `${WORKSPACE}/points?wait=true`, { batch });
    expect(written.status).to.equal("completed");
  });
  afterEach(() => anything.close());

  it("AnythingLLM requests the status of the cluster to check the connection", async () => {
    expect(await anything.ok("GET", "/cluster")).to.deep.equal({ status: "disabled" });
  });

  it("AnythingLLM counts the vectors of all its workspaces", async () => {
    const { collections } = await anything.ok("GET", "/collections");
    expect(collections).to.deep.equal([{ name: "my-workspace" }]);
    expect(await anything.ok("POST", `${WORKSPACE}/points/count`, { exact: true })).to.deep.equal({
      count: 2,
    });
    expect((await anything.ok("GET", WORKSPACE)).points_count).to.equal(2);
  });

  it("AnythingLLM searches, and reads texts and scores of the hits", async () => {
    const found = await anything.ok("POST", `${WORKSPACE}/points/search`, {
      vector: [1, 0],
      limit: 4,
      with_payload: true,
    });
    const read = found.map(({ score, payload }: never) => [score, (payload as { text: string }).text]);
    expect(read).to.deep.equal([
      [1, "one"],
      [0, "two"],
    ]);
  });

  it("AnythingLLM deletes the vectors of a document, then the collection of the workspace", async () => {
    const result = await anything.ok("POST", `${WORKSPACE}/points/delete?wait=true`, { points: [A] });
    expect(result.status).to.equal("completed");
    expect(await anything.ok("GET", `${WORKSPACE}/exists`)).to.deep.equal({ exists: true });
    expect(await anything.ok("DELETE", WORKSPACE)).to.equal(true);
    expect(await anything.ok("GET", `${WORKSPACE}/exists`)).to.deep.equal({ exists: false });
  });
});

describe("Open WebUI", () => {
  const KNOWLEDGE = "/collections/open-webui_knowledge";
  const ALL = 999_999_999;
  let webui: Integration;
  beforeEach(async () => {
    webui = await Integration.start(PYTHON_CLIENT);
    await webui.ok("PUT", KNOWLEDGE, {
      vectors: { size: 2, distance: "Cosine", on_disk: false },
      hnsw_config: { m: 0, payload_m: 16, on_disk: false },
    });
    const tenant = { type: "keyword", is_tenant: true, on_disk: false };
    await webui.ok("PUT", `${KNOWLEDGE}/index?wait=true`, { field_name: "tenant_id", field_schema: tenant });
    const keyword = { type: "keyword", is_tenant: false, on_disk: false };
    for (const field_name of ["metadata.hash", "metadata.file_id"])
      await webui.ok("PUT", `${KNOWLEDGE}/index?wait=true`, { field_name, field_schema: keyword });
    const of = (tenant_id: string, text: string, file_id: string) => ({
      text,
      metadata: { file_id, hash: `hash of ${text}` },
      tenant_id,
    });
    const points = [
      { id: A, vector: [1, 0], payload: of("ann", "one", "f1") },
      { id: B, vector: [0, 1], payload: of("ann", "two", "f2") },
      { id: C, vector: [1, 0], payload: of("bob", "three", "f1") },
    ];
    await webui.ok("PUT", `${KNOWLEDGE}/points?wait=true`, { points });
  });
  afterEach(() => webui.close());

  const tenant = (name: string) => ({ key: "tenant_id", match: { value: name } });

  it("Open WebUI finds the words it looks for in the texts of errors", async () => {
    const [status, text] = await webui.refused("POST", "/collections/open-webui_files/points/query", {});
    expect(status).to.equal(404);
    expect(text).to.contain("Collection").and.to.contain("doesn't exist");
    const again = await webui.refused("PUT", KNOWLEDGE, { vectors: { size: 2, distance: "Cosine" } });
    expect(again[0]).to.equal(409);
    expect(again[1]).to.contain("already exists");
  });

  it("Open WebUI gets all points of a tenant by a query without a vector and a limit above their number", async () => {
    const { points } = await webui.ok("POST", `${KNOWLEDGE}/points/query`, {
      filter: { must: [tenant("ann"), { key: "metadata.file_id", match: { value: "f1" } }] },
      limit: ALL,
      with_payload: true,
      with_vector: false,
    });
    expect(idsOf(points)).to.deep.equal([A]);
    expect(points[0].score).to.equal(1);
    const page = await webui.ok("POST", `${KNOWLEDGE}/points/scroll`, {
      limit: ALL,
      filter: { must: [tenant("ann")] },
      with_payload: true,
      with_vector: false,
    });
    expect(idsOf(page.points)).to.deep.equal([A, B]);
    expect(page.next_page_offset).to.equal(null);
  });

  it("Open WebUI searches within a tenant", async () => {
    const { points } = await webui.ok("POST", `${KNOWLEDGE}/points/query`, {
      query: { nearest: [1, 0] },
      filter: { must: [tenant("ann")] },
      limit: 5,
      with_payload: true,
    });
    expect(idsOf(points)).to.deep.equal([A, B]);
    expect(points[0].score).to.be.closeTo(1, 1e-6);
  });

  it("Open WebUI rescores the results of a prefetch", async () => {
    const { points } = await webui.ok("POST", `${KNOWLEDGE}/points/query`, {
      prefetch: { query: { nearest: [1, 0] }, filter: { must: [tenant("ann")] }, limit: ALL },
      query: { nearest: [0, 1] },
      limit: 1,
    });
    expect(idsOf(points)).to.deep.equal([B]);
  });

  it("Open WebUI deletes by a filter", async () => {
    const file = { key: "metadata.file_id", match: { any: ["f1"] } };
    const filter = { must: [tenant("bob"), file] };
    const result = await webui.ok("POST", `${KNOWLEDGE}/points/delete?wait=true`, { filter });
    expect(result.status).to.equal("completed");
    expect(await webui.ok("POST", `${KNOWLEDGE}/points/count`, { exact: true })).to.deep.equal({ count: 2 });
  });
});
