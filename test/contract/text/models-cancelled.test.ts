// Calls to models that no request waits for: the client has left or cancelled, the time of a search is over, or another
// call of the request has failed. They end at the endpoint, nothing is written, and the model is used as before.
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { DIMENSION, localModels } from "../../support/fake-transformers.ts";
import {
  type Behaviour,
  json,
  DIMENSION as LENGTH,
  ModelEndpoint,
  silent,
  vectors,
} from "../../support/model-endpoint.ts";
import { count, startTestServer, type TestServer, type TestServerOptions } from "../../support/rest.ts";
import { CODECS } from "../../support/transports/grpc-codecs.ts";
import { type CallOptions, OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { asRead, operationOf } from "../../support/transports/transport.ts";
import { until } from "../../support/until.ts";

const POINTS = "/collections/c/points";
/** Longer than any test may take. */
const LONG_MS = 600_000;
/** Long enough for a call to arrive at the endpoint. */
const DEADLINE_MS = 1_000;
/** The calls that a model gets at a time. */
const CALLS = 4;

const document = (text = "x", model = "model") => ({ text, model });

describe("a call to a model that no request waits for", () => {
  let endpoint: ModelEndpoint;
  let server: TestServer;

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
  });
  afterEach(async () => {
    await server.close();
    await endpoint.close();
  });

  async function start(options: TestServerOptions = {}): Promise<void> {
    const settings = { url: endpoint.url, timeout_ms: LONG_MS, retries: 0, batch: 1 } as const;
    const fixed = {
      model: { ...settings, kind: "openai" },
      other: { ...settings, kind: "qdrant" },
    } as const;
    server = await startTestServer({ models: { fixed }, ...options });
    await server.call("PUT", "/collections/c", { vectors: { size: LENGTH, distance: "Dot" } });
  }

  /** Sends a request over a connection of its own, which can be closed. */
  function send(method: string, path: string, body: unknown) {
    const { port } = new URL(server.url);
    const headers = { "content-type": "application/json" };
    const sent = request({ port, method, path, headers, agent: false }).on("error", () => {});
    sent.end(typeof body === "string" ? body : JSON.stringify(body));
    return { leave: () => sent.destroy() };
  }

  /** Starts a call with a client of its own. */
  function overGrpc(
    operation: string,
    request: object,
    dialect: "azimuth.v1" | "qdrant" = "azimuth.v1",
    options: CallOptions = {},
  ) {
    const client = new OverGrpc(server.grpcAddress, dialect);
    const message = CODECS[operation]!.request.write(asRead(operationOf(operation), request)) as object;
    const { cancel, answered } = client.start(SERVED.get(operation)!, message, {}, options);
    const ended = answered.then(
      () => client.close(),
      () => client.close(),
    );
    return { cancel, ended };
  }

  const calls = (expected: number) => until(() => endpoint.calls.length === expected);
  /** Waits until the endpoint has lost the connections of all calls. */
  const noneThere = () => until(() => endpoint.here === 0);

  async function outcomesOf(model = "model"): Promise<Record<string, number>> {
    const { text } = await server.call("GET", "/metrics");
    const lines = text.matchAll(/^azimuth_model_calls_total\{model="(\w+)",outcome="(\w+)"\} (\d+)$/gm);
    const all = [...lines].filter(([, name, , calls]) => name === model && calls !== "0");
    return Object.fromEntries(all.map(([, , outcome, calls]) => [outcome, Number(calls)]));
  }

  for (const [model, kind] of [
    ["model", "OpenAI's"],
    ["other", "Qdrant's"],
  ] as const) {
    it(`a call to a model that no request waits for ends when the client of a query over REST leaves, in ${kind} protocol`, async () => {
      await start();
      endpoint.next = [silent];
      const query = send("POST", `${POINTS}/query`, { query: document("x", model) });
      await calls(1);
      query.leave();
      await noneThere();
      expect(await outcomesOf(model)).to.deep.equal({ cancelled: 1 });
    });
  }

  for (const [how, dialect] of [
    ["is cancelled", "azimuth.v1"],
    ["is cancelled", "qdrant"],
    ["passes its deadline", "azimuth.v1"],
  ] as const) {
    it(`a call to a model that no request waits for ends when a call over gRPC ${how}, package ${dialect}`, async () => {
      await start();
      endpoint.next = [silent];
      const request = { collection_name: "c", query: { nearest: document() } };
      const deadline = new Date(Date.now() + DEADLINE_MS);
      const call = overGrpc("queryPoints", request, dialect, how === "is cancelled" ? {} : { deadline });
      await calls(1);
      if (how === "is cancelled") call.cancel();
      await noneThere();
      await call.ended;
      expect(await outcomesOf()).to.deep.equal({ cancelled: 1 });
    });
  }

  it("a call to a model that no request waits for ends when the time of a search is over", async () => {
    await start({ searchTimeout: 0.2 });
    endpoint.next = [silent];
    const { status, body } = await server.call("POST", `${POINTS}/query`, { query: document() });
    expect([status, body.status.code]).to.deep.equal([500, "DEADLINE_EXCEEDED"]);
    await until(async () => (await outcomesOf()).cancelled === 1);
    await noneThere();
  });

  it("a call to a model that no request waits for ends when the client of an upsert leaves, and nothing is written", async () => {
    await start();
    endpoint.next = [silent];
    const points = [
      { id: 1, vector: [1, 2, 3, 4] },
      { id: 2, vector: document() },
    ];
    const upsert = send("PUT", `${POINTS}?wait=true`, { points });
    await calls(1);
    upsert.leave();
    await noneThere();
    expect([await outcomesOf(), await count(server)]).to.deep.equal([{ cancelled: 1 }, 0]);
  });

  it("a call to a model that no request waits for ends when the client of a batch of writes over gRPC cancels it, and nothing is written", async () => {
    await start();
    endpoint.next = [silent];
    const operations = [
      { upsert: { points: [{ id: 1, vector: [1, 2, 3, 4] }] } },
      { upsert: { points: [{ id: 2, vector: document() }] } },
    ];
    const call = overGrpc("batchUpdate", { collection_name: "c", operations });
    await calls(1);
    call.cancel();
    await noneThere();
    await call.ended;
    expect([await outcomesOf(), await count(server)]).to.deep.equal([{ cancelled: 1 }, 0]);
  });

  it("a call to a model that no request waits for ends when the client of an import leaves", async () => {
    await start();
    endpoint.next = [silent];
    const line = JSON.stringify({ id: 1, vector: document() });
    const imported = send("POST", `${POINTS}/import`, `${line}\n`);
    await calls(1);
    imported.leave();
    await noneThere();
    expect([await outcomesOf(), await count(server)]).to.deep.equal([{ cancelled: 1 }, 0]);
  });

  it("a call to a model that no request waits for ends when another call of its request has failed, with the error of that", async () => {
    await start();
    endpoint.next = [silent, silent, json({}), silent];
    const points = Array.from({ length: 9 }, (_, id) => ({ id, vector: document(`text ${id}`) }));
    const { status, body } = await server.call("PUT", POINTS, { points });
    expect([status, body.status.code]).to.deep.equal([502, "MODEL_FAILED"]);
    await noneThere();
    expect(await outcomesOf()).to.deep.equal({ cancelled: CALLS - 1, failed: 1 });
    expect([endpoint.calls.length, await count(server)]).to.deep.equal([CALLS, 0]);
  });

  it("a call to a model that no request waits for ends when another model of its request has failed", async () => {
    await start();
    const failing: Behaviour = (response, call) => {
      if (call.body.inputs) json({})(response, call);
    };
    endpoint.next = [failing, failing];
    const points = [
      { id: 1, vector: document("x", "model") },
      { id: 2, vector: document("y", "other") },
    ];
    const { status, body } = await server.call("PUT", POINTS, { points });
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'other' made no vector: its answer has no list of vectors",
    ]);
    await noneThere();
    expect([await outcomesOf(), await outcomesOf("other")]).to.deep.equal([{ cancelled: 1 }, { failed: 1 }]);
    expect(await count(server)).to.equal(0);
  });

  it("a call to a model that no request waits for gives its place to those that wait, and is no failure of the model", async () => {
    await start();
    // The server may see that a client has left after it has given its query a place, and then makes a call in vain. So
    // the endpoint answers by the text and not by the order of the calls.
    const byText: Behaviour = (response, call) =>
      (call.body.input[0] === "last" ? vectors : silent)(response, call);
    endpoint.next = new Array<Behaviour>(2 * CALLS + 1).fill(byText);
    const queries = Array.from({ length: 2 * CALLS }, () =>
      send("POST", `${POINTS}/query`, { query: document("leaving") }),
    );
    await calls(CALLS);
    const answered = server.call("POST", `${POINTS}/query`, { query: document("last") });
    for (const query of queries) query.leave();
    expect((await answered).status).to.equal(200);
    await noneThere();
    const { cancelled, ...others } = await outcomesOf();
    expect(cancelled).to.be.at.least(CALLS);
    expect(others).to.deep.equal({ vectors: 1 });
  });

  it("a call to a model that no request waits for is ended in a local model, too, which then computes the next text", async () => {
    const fixed = { model: { kind: "local", timeout_ms: LONG_MS } } as const;
    const directory = localModels({ model: {} });
    server = await startTestServer({ models: { fixed, directory } });
    await server.call("PUT", "/collections/c", { vectors: { size: DIMENSION, distance: "Dot" } });
    expect((await server.call("POST", `${POINTS}/query`, { query: document() })).status).to.equal(200);
    const query = send("POST", `${POINTS}/query`, { query: document("hang") });
    await until(() => existsSync(join(directory, "hangs")));
    const next = server.call("POST", `${POINTS}/query`, { query: document() });
    query.leave();
    expect((await next).status).to.equal(200);
    expect(await outcomesOf()).to.deep.equal({ vectors: 2, cancelled: 1 });
  });
});
