// The command azimuth mcp in a process, with lines of JSON-RPC over its pipes, as assistants use it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

describe("azimuth mcp", () => {
  let servers: Servers;
  let server: ServerProcess;
  let child: ChildProcess | undefined;
  before(async () => {
    servers = new Servers();
    server = await servers.start();
    await call(server, "PUT", "/collections/notes", { vectors_config: { size: 2, distance: "Dot" } });
  });
  afterEach(() => void child?.kill("SIGKILL"));
  after(() => servers.close());

  /** Starts the command, and returns a client with the output on stderr. */
  function connect(...flags: string[]) {
    const args = [MAIN, "mcp", "--url", server.url, ...flags];
    const process_ = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    child = process_;
    let log = "";
    process_.stderr.on("data", (chunk) => {
      log += chunk;
    });
    const ended = once(process_, "close");
    const lines = createInterface(process_.stdout)[Symbol.asyncIterator]();
    let lastId = 0;
    // biome-ignore lint/suspicious/noExplicitAny: the tests read messages of every shape.
    const next = async (): Promise<any> => JSON.parse((await lines.next()).value);
    const send = (message: unknown) =>
      process_.stdin.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
    const ask = async (method: string, params?: object) => {
      send({ jsonrpc: "2.0", id: ++lastId, method, params });
      const answer = await next();
      expect([answer.jsonrpc, answer.id]).to.deep.equal(["2.0", lastId]);
      return answer;
    };
    const use = async (name: string, input: object) => {
      const { result } = await ask("tools/call", { name, arguments: input });
      const [{ type, text }] = result.content;
      expect(type).to.equal("text");
      return result.isError ? { error: text } : JSON.parse(text);
    };
    const end = async () => {
      process_.stdin.end();
      const [code] = await ended;
      return { code, log };
    };
    return { send, next, ask, use, end };
  }

  const hello = (protocolVersion: string) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

  it("azimuth mcp initializes with the protocol version of the client if it supports that version, otherwise with its newest", async () => {
    const { ask, send, end } = connect();
    for (const [asked, answered] of [
      ["2024-11-05", "2024-11-05"],
      ["2025-03-26", "2025-03-26"],
      ["2025-06-18", "2025-06-18"],
      ["2099-01-01", "2025-06-18"],
    ] as const) {
      const { result } = await ask("initialize", hello(asked));
      expect(result.protocolVersion).to.equal(answered);
      expect(result.capabilities).to.deep.equal({ tools: { listChanged: false } });
      expect(result.serverInfo.name).to.equal("azimuth");
    }
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect((await ask("ping")).result).to.deep.equal({});
    const { code, log } = await end();
    expect(code).to.equal(0);
    expect(log).to.contain("azimuth mcp: test 1 speaks 2024-11-05");
  });

  it("azimuth mcp stores, finds and lists as the descriptions of its tools say", async () => {
    const { ask, use, end } = connect("--collection", "notes");
    const { tools } = (await ask("tools/list")).result;
    expect(tools.map(({ name }: { name: string }) => name)).to.deep.equal([
      "store",
      "find",
      "list_collections",
    ]);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).to.equal("object");
      expect(description).to.not.equal("");
    }
    const stored = await use("store", { vector: [1, 0], text: "the sky is blue", payload: { by: "me" } });
    expect(stored.id).to.match(/^[0-9a-f-]{36}$/);
    await use("store", { vector: [0, 1], text: "grass is green", id: 7 });
    const found = await use("find", { vector: [1, 0.1], limit: 1 });
    expect(found.points).to.have.lengthOf(1);
    expect(found.points[0]).to.deep.include({
      id: stored.id,
      payload: { by: "me", text: "the sky is blue" },
    });
    const filter = { must: [{ key: "text", match: { text: "green" } }] };
    expect((await use("find", { filter })).points.map(({ id }: { id: number }) => id)).to.deep.equal([7]);
    const { collections } = await use("list_collections", {});
    expect(collections[0]).to.deep.include({ name: "notes", points_count: 2 });
    await end();
  });

  it("azimuth mcp returns errors of a tool as the result of the call", async () => {
    const { use, ask, end } = connect();
    for (const [name, input, error] of [
      ["find", { vector: [1, 0] }, "collection is required; list_collections says which there are"],
      ["find", { collection: "none", vector: [1, 0] }, "Collection not found: none"],
      ["find", { collection: "notes", vector: "blue" }, "vector: expected an array of numbers"],
      ["find", { collection: "notes" }, "text, vector or filter is required"],
      ["find", { collection: "notes", text: "x", vector: [1, 0] }, "give either text or vector, not both"],
      ["find", { collection: "notes", text: 5 }, "text: expected a string"],
      ["store", { collection: "notes", vector: [1, 0] }, "text is required"],
      [
        "find",
        { collection: "notes", vector: [1, 0], limit: 0 },
        "limit: expected an integer from 1 to 100, got 0",
      ],
      [
        "store",
        { collection: "notes", vector: [1], text: "short" },
        /^Dimension mismatch for vector '.*': expected 2, got 1$/,
      ],
      [
        "store",
        { collection: "notes", text: "x", vector: [1, 0], payload: 5 },
        "payload: expected an object",
      ],
    ] as const) {
      const answer = await use(name, input);
      if (error instanceof RegExp) expect(answer.error).to.match(error);
      else expect(answer).to.deep.equal({ error });
    }
    expect((await ask("tools/call", { name: "drop" })).error).to.deep.equal({
      code: -32602,
      message: "Unknown tool: drop",
    });
    await end();
  });

  it("azimuth mcp answers invalid messages with the errors of JSON-RPC, and continues", async () => {
    const { ask, send, next, end } = connect();
    send("nonsense\n\n");
    expect((await next()).error.code).to.equal(-32700);
    send({ jsonrpc: "2.0", id: 5 });
    expect(await next()).to.deep.include({ id: 5 });
    send([1, { jsonrpc: "2.0", id: "a", method: "ping" }, { jsonrpc: "2.0", method: "notifications/x" }]);
    const [bad, good] = await next();
    expect([bad.error.code, good]).to.deep.equal([-32600, { jsonrpc: "2.0", id: "a", result: {} }]);
    expect((await ask("resources/list")).error).to.deep.equal({
      code: -32601,
      message: "Method not found: resources/list",
    });
    expect((await ask("ping")).result).to.deep.equal({});
    expect((await end()).code).to.equal(0);
  });

  it("azimuth mcp has no tool that writes if it was started as read-only", async () => {
    const { ask, end } = connect("--read-only");
    const { tools } = (await ask("tools/list")).result;
    expect(tools.map(({ name }: { name: string }) => name)).to.deep.equal(["find", "list_collections"]);
    expect((await ask("tools/call", { name: "store", arguments: {} })).error.code).to.equal(-32602);
    await end();
  });

  it("azimuth mcp answers all requests that came before the end of its input, also one without a line break", async () => {
    const { send, next, end } = connect();
    send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_collections"}}');
    const ended = end();
    expect((await next()).id).to.equal(1);
    expect((await ended).code).to.equal(0);
  });
});
