// Payload indexes over REST: they are created, shown, changed and removed. The decision: creating an index again with
// another type replaces it.
import { expect } from "chai";
import { listed } from "../../src/shared/listed.ts";
import { FIELD_TYPES, PAYLOAD_INDEXES } from "../../src/shared/payload-indexes.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const PATH = "/collections/c/index";

describe("payload indexes", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  const schemaOf = async () => (await server.call("GET", "/collections/c")).body.result.payload_schema;
  const put = (field_name: unknown, field_schema?: unknown, query = "") =>
    server.call("PUT", PATH + query, { field_name, field_schema });

  for (const type of FIELD_TYPES) {
    it(`payload indexes are shown with the type ${type} that they were created with`, async () => {
      const { status, body } = await put("a.b", type);
      expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
      // Texts can be ranked unless the request says otherwise, and an index is shown as it acts.
      const params = type === "text" ? { params: { type, scoring: true } } : {};
      expect(await schemaOf()).to.deep.equal({ "a.b": { data_type: type, ...params, points: 0 } });
    });
  }

  it("payload indexes are shown with their parameters when they were created from an object", async () => {
    const params = { type: "text", tokenizer: "prefix", min_token_len: 2, lowercase: true };
    await put("text", { ...params, max_token_len: null });
    expect(await schemaOf()).to.deep.equal({
      text: { data_type: "text", params: { ...params, scoring: true }, points: 0 },
    });
  });

  it("payload indexes ignore unknown options in the qdrant dialect, numbers that the log cannot contain included", async () => {
    const odd = '"x": 18446744073709551615, "__proto__": -1';
    const stemmer = `{"type": "snowball", "language": "english", ${odd}}`;
    const body = `{"field_name": "a", "field_schema": {"type": "text", "stemmer": ${stemmer}, ${odd}}}`;
    const { status, text } = await server.call("PUT", PATH, body, AS_QDRANT);
    expect(status, text).to.equal(200);
    const params = { type: "text", stemmer: { type: "snowball", language: "english" } };
    expect(await schemaOf()).to.deep.equal({ a: { data_type: "text", params, points: 0 } });
  });

  it("payload indexes of text know the words of a language by their stems, without its stop words", async () => {
    const params = { type: "text", language: "de", tokenizer: "code" };
    await put("text", params);
    const shown = { ...params, scoring: true };
    expect(await schemaOf()).to.deep.equal({ text: { data_type: "text", params: shown, points: 0 } });
    const texts = ["die Häuser", "dieHäuser"];
    const points = texts.map((text, id) => ({ id, vector: [1, 2, 3, 4], payload: { text } }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
    for (const [text, count] of Object.entries({ Haus: 2, "das Haus": 2, die: 0, dieHaus: 1 })) {
      const filter = { must: [{ key: "text", match: { text } }] };
      const { body } = await server.call("POST", "/collections/c/points/count", { filter });
      expect(body.result.count, text).to.equal(count);
    }
  });

  it("payload indexes of text are refused for a language that is not known, with those that are", async () => {
    const { status, body } = await put("text", { type: "text", language: "klingon" });
    expect(status).to.equal(400);
    expect(body.status.error).to.match(
      /^field_schema.language: expected a language \(arabic, armenian, .*, turkish\) or its short name, got "klingon"$/,
    );
  });

  it("payload indexes can be created again, also with another type", async () => {
    await put("a", "keyword");
    expect((await put("a", "keyword")).status).to.equal(200);
    await put("a", "integer");
    expect((await schemaOf()).a.data_type).to.equal("integer");
  });

  it("payload indexes return the LSN of the write, which grows", async () => {
    const first = (await put("a", "keyword")).body.result.operation_id;
    expect((await put("b", "keyword")).body.result.operation_id).to.be.greaterThan(first);
  });

  it("payload indexes are refused with the expected parameters of the given type, or with all types if there is none", async () => {
    const refusal = async (schema: object) => (await put("a", schema)).body.status.error;
    expect(await refusal({ type: "text", min_token_len: -1 })).to.equal(
      "field_schema.min_token_len: expected an integer of at least 0, got -1",
    );
    const types = listed(
      Object.keys(PAYLOAD_INDEXES).map((type) => `"${type}"`),
      "or",
    );
    expect(await refusal({ type: "vector" })).to.equal(`field_schema.type: expected ${types}, got "vector"`);
  });

  it("payload indexes are acknowledged without waiting when wait is false", async () => {
    expect((await put("a", "keyword", "?wait=false")).body.result.status).to.equal("Acknowledged");
  });

  it("payload indexes contain every point when the request that creates them waits", async () => {
    const points = Array.from({ length: 3000 }, (_, id) => ({
      id,
      vector: [1, 2, 3, 4],
      payload: { n: id % 7 },
    }));
    await server.call("PUT", "/collections/c/points", { points });
    await put("n", "integer");
    expect((await schemaOf()).n.points).to.equal(3000);
    expect((await server.call("GET", "/collections/c")).body.result.status).to.equal("green");
    await server.call("POST", "/collections/c/points/delete", { points: [0, 1] });
    expect((await schemaOf()).n.points).to.equal(2998);
  });

  for (const [schema, warning] of [
    [
      { type: "keyword", is_tenant: true },
      "payload_schema.a.is_tenant true has no effect: points are stored",
    ],
    [
      { type: "integer", on_disk: true },
      "payload_schema.a.on_disk true has no effect: indexes of payload fields are",
    ],
    [{ type: "text", stemmer: { type: "snowball", language: "klingon" } }, "payload_schema.a: The stemmer"],
  ] as const) {
    it(`payload indexes warn of an option without an effect: ${warning}`, async () => {
      await put("a", schema);
      const { warnings } = (await server.call("GET", "/collections/c")).body.result;
      expect(warnings).to.have.length(1);
      expect(warnings[0].message.startsWith(warning), warnings[0].message).to.equal(true);
    });
  }

  it("payload indexes are removed with DELETE and the path of the field", async () => {
    await put("a.b[].c", "keyword");
    await put("d", "keyword");
    const { status, body } = await server.call("DELETE", `${PATH}/${encodeURIComponent("a.b[].c")}`);
    expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
    expect(Object.keys(await schemaOf())).to.deep.equal(["d"]);
  });

  it("payload indexes can be removed without an error when they do not exist", async () => {
    expect((await server.call("DELETE", `${PATH}/a`)).status).to.equal(200);
  });

  for (const [what, name, schema, error] of [
    ["no schema", "a", undefined, /^field_schema is required$/],
    ["an unknown type", "a", "string", /^field_schema: expected "keyword", "integer"/],
    ["an unknown type in an object", "a", { type: "string" }, /^field_schema/],
    ["no name", undefined, "keyword", /^field_name is required$/],
    ["an empty name", "", "keyword", /^field_name: expected/],
    ["a name that is too long", "x".repeat(1025), "keyword", /^field_name: expected/],
    [
      "an integer index for nothing",
      "a",
      { type: "integer", lookup: false, range: false },
      /"lookup" or "range"/,
    ],
  ] as const) {
    it(`payload indexes are refused with ${what}`, async () => {
      const { status, body } = await put(name, schema);
      expect(status).to.equal(400);
      expect(body.status.error).to.match(error);
      expect(await schemaOf()).to.deep.equal({});
    });
  }

  it("payload indexes are limited to 256 in a collection", async () => {
    const { database } = server;
    await database.configure("c", (config) => ({
      ...config,
      payload_schema: Object.fromEntries(
        Array.from({ length: 256 }, (_, i) => [`f${i}`, "keyword" as const]),
      ),
    }));
    expect((await put("f255", "integer")).status).to.equal(200);
    const { status, body } = await put("g", "keyword");
    expect([status, body.status.error]).to.deep.equal([
      400,
      "field_name: expected at most 256 indexes in a collection; delete one that is not used",
    ]);
  });

  it("payload indexes answer 404 for a missing collection", async () => {
    const { status, body } = await server.call("PUT", "/collections/d/index", {
      field_name: "a",
      field_schema: "bool",
    });
    expect([status, body.status.error]).to.deep.equal([404, "Collection not found: d"]);
    expect((await server.call("DELETE", "/collections/d/index/a")).status).to.equal(404);
  });
});
