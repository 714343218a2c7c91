// The command azimuth mcp as a memory of texts, with the client of the official SDK.
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect } from "chai";
import { DIMENSION, ModelEndpoint } from "../support/model-endpoint.ts";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

describe("azimuth mcp with the official SDK", () => {
  let servers: Servers;
  let server: ServerProcess;
  let client: Client;
  before(async () => {
    servers = new Servers();
    server = await servers.start();
  });
  afterEach(() => client.close());
  after(() => servers.close());

  async function connect(...flags: string[]): Promise<void> {
    client = new Client({ name: "test", version: "1" });
    const args = [MAIN, "mcp", "--url", server.url, ...flags];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  }

  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
  async function use(name: string, input: Record<string, unknown>): Promise<any> {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    return isError ? { error: text } : JSON.parse(text);
  }

  it("azimuth mcp with the official SDK keeps texts without a model, in a collection that the first of them makes, and finds them by words", async () => {
    await connect("--collection", "memory");
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "store")!.inputSchema.required).to.deep.equal(["text"]);
    await use("store", { text: "Ada prefers tea in the morning", payload: { about: "Ada" } });
    await use("store", { text: "Grace prefers coffee", payload: { about: "Grace" } });
    const { points } = await use("find", { text: "who prefers tea" });
    expect(points.map(({ payload }: { payload: object }) => payload)).to.deep.equal([
      { about: "Ada", text: "Ada prefers tea in the morning" },
      { about: "Grace", text: "Grace prefers coffee" },
    ]);
    const filter = { must: [{ key: "about", match: { value: "Grace" } }] };
    expect((await use("find", { text: "prefers", filter })).points).to.have.length(1);
    expect((await use("find", { text: "prefers", filter, limit: 1, vector: [1] })).error).to.include(
      "not both",
    );
    const { collections } = await use("list_collections", {});
    expect(collections).to.deep.equal([{ name: "memory", points_count: 2, vectors: {}, texts: ["text"] }]);
  });

  it("azimuth mcp with the official SDK finds other forms of words in a memory whose language it was told", async () => {
    await connect("--collection", "english", "--language", "english");
    const { id } = await use("store", { text: "Grace sails at weekends" });
    const { points } = await use("find", { text: "who likes sailing on a weekend?" });
    expect(points.map((point: { id: string }) => point.id)).to.deep.equal([id]);
  });

  it("azimuth mcp with the official SDK keeps texts with vectors of the caller, and finds them by both", async () => {
    await connect("--collection", "vectors");
    const { id } = await use("store", { text: "red", vector: [1, 0] });
    await use("store", { text: "blue", vector: [0, 1] });
    expect((await use("find", { vector: [1, 0.1], limit: 1 })).points[0].id).to.equal(id);
    expect((await use("find", { text: "red" })).points[0].id).to.equal(id);
  });

  it("azimuth mcp with the official SDK finds words in texts of a collection that was there, if it has a text index", async () => {
    await call(server, "PUT", "/collections/plain", { vectors_config: {} });
    await connect("--collection", "plain");
    await use("store", { text: "red" });
    expect((await use("find", { text: "red" })).error).to.include("BM25 requires a text index on field text");
    await call(server, "PUT", "/collections/plain/index", { field_name: "text", field_schema: "text" });
    expect((await use("find", { text: "red" })).points).to.have.length(1);
  });

  it("azimuth mcp with the official SDK keeps texts with vectors of a model of the server, and finds them by words and meaning", async () => {
    const endpoint = await ModelEndpoint.open();
    try {
      const settings = { kind: "openai", url: endpoint.url, model: "letters" };
      await call(server, "PUT", "/inference/models/letters", settings);
      await connect("--collection", "meaning", "--model", "letters", "--size", String(DIMENSION));
      await use("store", { text: "aaaa eeee" });
      await use("store", { text: "bbbb ffff" });
      // The first has none of the words, and nearly the vector.
      const { points } = await use("find", { text: "aeaeaeae bbbb" });
      expect(points.map(({ payload }: { payload: { text: string } }) => payload.text)).to.have.members([
        "aaaa eeee",
        "bbbb ffff",
      ]);
      expect(endpoint.calls.map(({ body }) => body.input)).to.deep.equal([
        ["aaaa eeee"],
        ["bbbb ffff"],
        ["aeaeaeae bbbb"],
      ]);
      await call(server, "DELETE", "/inference/models/letters");
      expect((await use("store", { text: "cccc" })).error).to.include("letters");
    } finally {
      await endpoint.close();
    }
  });

  it("azimuth mcp with the official SDK says which size the vectors of a model have if the collection has another", async () => {
    const endpoint = await ModelEndpoint.open();
    try {
      await call(server, "PUT", "/inference/models/wide", {
        kind: "openai",
        url: endpoint.url,
        model: "wide",
      });
      await connect("--collection", "narrow", "--model", "wide", "--size", "3");
      const { error } = await use("store", { text: "a" });
      expect(error)
        .to.match(/3/)
        .and.to.match(new RegExp(String(DIMENSION)));
    } finally {
      await endpoint.close();
    }
  });
});
