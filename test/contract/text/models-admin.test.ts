// Models that requests of the admin set: where they may be set, what is kept of them, and who may do it. Keys are in
// files, which nothing shows.
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { readParams, writeParams } from "../../../src/storage/params-file.ts";
import { createToken, guard } from "../../support/guarded.ts";
import { ModelEndpoint } from "../../support/model-endpoint.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";

const KEY = "sk-5up3r-53cr3t";
const MODELS = "/inference/models";
const MODEL = `${MODELS}/my%2Fmodel`;

describe("models that are set by requests", () => {
  let endpoint: ModelEndpoint;
  let server: TestServer;
  let keyFile: string;

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    keyFile = join(scratchFolder("azimuth-key-"), "key");
    writeFileSync(keyFile, `${KEY}\n`);
    const fixed = { fixed: { kind: "openai", url: "https://models.example/v1" } } as const;
    server = await startTestServer({ models: { fixed } });
    await server.call("PUT", "/collections/c", { vectors: { size: 4, distance: "Dot" } });
  });
  afterEach(async () => {
    await server.close();
    await endpoint.close();
  });

  const settings = () => ({ kind: "openai", url: endpoint.url, api_key_file: keyFile });
  const write = (model = "my/model", text = "x") =>
    server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: { text, model } }] });

  it("models that are set by requests are used by the next request, with the key of their file", async () => {
    expect((await write()).status).to.equal(400);
    const { status, body } = await server.call("PUT", MODEL, settings());
    expect([status, body.result]).to.deep.equal([200, { name: "my/model", ...settings(), source: "api" }]);
    expect((await write()).status).to.equal(200);
    expect(endpoint.calls[0]!.headers.authorization).to.equal(`Bearer ${KEY}`);
    expect(endpoint.calls[0]!.body).to.deep.equal({ model: "my/model", input: ["x"] });
  });

  it("models that are set by requests may get other settings, and the key may change while the server runs", async () => {
    await server.call("PUT", MODEL, settings());
    await write();
    writeFileSync(keyFile, "another-key");
    await write();
    const others = { model: "upstream", dimensions: 4, input_type: { document: "passage", query: "query" } };
    await server.call("PUT", MODEL, { ...settings(), ...others });
    await write();
    await server.call("POST", "/collections/c/points/query", { query: { text: "q", model: "my/model" } });
    expect(endpoint.calls.map(({ headers }) => headers.authorization)).to.deep.equal([
      `Bearer ${KEY}`,
      ...new Array(3).fill("Bearer another-key"),
    ]);
    const sent = { model: "upstream", dimensions: 4 };
    expect(endpoint.calls.slice(2).map(({ body }) => body)).to.deep.equal([
      { ...sent, input: ["x"], input_type: "passage" },
      { ...sent, input: ["q"], input_type: "query" },
    ]);
  });

  it("models that are set by requests send the key as token in Qdrant's protocol", async () => {
    await server.call("PUT", MODEL, { ...settings(), kind: "qdrant" });
    await write();
    expect(endpoint.calls[0]!.body.token).to.equal(KEY);
    expect(endpoint.calls[0]!.headers).not.to.have.property("authorization");
  });

  it("models that are set by requests are listed with those of the configuration, without keys", async () => {
    await server.call("PUT", MODEL, settings());
    const { body, text } = await server.call("GET", MODELS);
    expect(body.result).to.deep.equal({
      models: [
        { name: "fixed", kind: "openai", url: "https://models.example/v1", source: "configuration" },
        { name: "my/model", ...settings(), source: "api" },
      ],
    });
    expect(text).not.to.contain(KEY);
  });

  it("models that are set by requests are not known any more when they are deleted, and their vectors stay", async () => {
    await server.call("PUT", MODEL, settings());
    await write();
    expect((await server.call("DELETE", MODEL)).body.result).to.equal(true);
    expect((await write()).status).to.equal(400);
    expect((await server.call("POST", "/collections/c/points/count", {})).body.result.count).to.equal(1);
    const { status, body } = await server.call("DELETE", MODEL);
    expect([status, body.status.error]).to.deep.equal([404, "No model 'my/model' is configured"]);
  });

  it("models that are set by requests are kept over a restart", async () => {
    await server.call("PUT", MODEL, settings());
    const again = await startTestServer({ copyOf: server.dataDir });
    const { body } = await again.call("GET", MODELS);
    await again.close();
    expect(body.result.models).to.deep.equal([{ name: "my/model", ...settings(), source: "api" }]);
  });

  it("models that are set by requests make a file of parameters that earlier versions refuse, and only then", async () => {
    const head = () => readFileSync(join(server.dataDir, "server_params.btr"), "utf8").split(" crc32")[0];
    expect(head()).to.equal("AZIMUTH server-params 1");
    await server.call("PUT", MODEL, settings());
    expect(head()).to.equal("AZIMUTH server-params 2");
    await server.call("DELETE", MODEL);
    expect(head()).to.equal("AZIMUTH server-params 1");
    const params = readParams(nodeFs, server.dataDir)!;
    writeParams(nodeFs, server.dataDir, params);
    expect(readParams(nodeFs, server.dataDir)).to.deep.equal(params);
  });

  it("models that are set by requests cannot replace those of the configuration", async () => {
    const text =
      "Model 'fixed' is set by the configuration of the server: change inference.models there and restart the server";
    for (const [method, body] of [
      ["PUT", settings()],
      ["DELETE", undefined],
    ] as const) {
      const { status, body: answer } = await server.call(method, `${MODELS}/fixed`, body);
      expect([status, answer.status]).to.deep.equal([403, { error: text, code: "CONFIGURED" }]);
    }
  });

  /** The settings beside those that are valid, and the error. */
  for (const [what, name, wrong, error] of [
    ["no kind", "m", { kind: undefined }, "kind is required"],
    [
      "a url with a password",
      "m",
      { url: "https://me:s3cret@a.example" },
      "url: expected no user and no password in the address; use api_key_file",
    ],
    [
      "a private address",
      "m",
      { url: "https://192.168.1.1/v1" },
      "url: the address is private, link-local or reserved; if that is meant, set allow_private",
    ],
    ["a batch of 0", "m", { batch: 0 }, "batch: expected an integer from 1 to 256, got 0"],
    ["a key", "m", { api_key: "s3cret" }, "api_key: unknown field"],
    [
      "the name of a model of the server",
      "BM25",
      {},
      "name: BM25 is a model of the server itself; choose another name",
    ],
    [
      "a name with a line break",
      "a%0Ab",
      {},
      'name: expected 1 to 200 characters without control characters, got "a\\nb"',
    ],
    [
      "a file that is not there",
      "m",
      { api_key_file: "/nowhere/key" },
      "api_key_file: cannot be used: ENOENT: no such file or directory, open '/nowhere/key'",
    ],
    ["a directory", "m", { api_key_file: "/" }, "api_key_file: cannot be used: it is not a file"],
    [
      "a file that is no key",
      "m",
      { api_key_file: "/etc/passwd" },
      "api_key_file: cannot be used: expected one line of printable ASCII without spaces",
    ],
  ] as const) {
    it(`models that are set by requests are refused, and nothing is kept: ${what}`, async () => {
      const { status, body, text } = await server.call("PUT", `${MODELS}/${name}`, {
        ...settings(),
        ...wrong,
      });
      expect([status, body.status.error]).to.deep.equal([400, error]);
      expect(text).not.to.contain("s3cret");
      expect((await server.call("GET", MODELS)).body.result.models).to.have.length(1);
    });
  }

  it("models that are set by requests cannot have the server's own secrets as keys, by no path to them", async () => {
    const link = join(scratchFolder("azimuth-key-"), "link");
    const secret = join(server.dataDir, "setup-code");
    writeFileSync(secret, "one-line");
    symlinkSync(secret, link);
    for (const path of [secret, link]) {
      const { status, body } = await server.call("PUT", MODEL, { ...settings(), api_key_file: path });
      expect([status, body.status.error]).to.deep.equal([
        400,
        "api_key_file: cannot be used: it belongs to the server itself",
      ]);
    }
  });

  it("models that are set by requests are in the audit log, with their names only", async () => {
    await server.call("PUT", MODEL, settings());
    await server.call("PUT", `${MODELS}/fixed`, settings());
    await server.call("DELETE", MODEL);
    const told = server.audited.map(({ action, result, who, model, reason }) => ({
      action,
      result,
      who,
      model,
      reason,
    }));
    const common = { who: "local", reason: undefined };
    expect(told).to.deep.equal([
      { action: "model_set", result: "done", model: "my/model", ...common },
      { action: "model_set", result: "refused", model: undefined, ...common, reason: "CONFIGURED" },
      { action: "model_deleted", result: "done", model: "my/model", ...common },
    ]);
  });

  it("models that are set by requests need the permission admin, and the token cannot be one that only writes", async () => {
    const admin = await guard(server);
    const { api_key: writer } = await createToken(server, admin, { permission: "read,write" });
    const { api_key: operator } = await createToken(server, admin, { permission: "admin" });
    expect((await server.call("PUT", MODEL, settings())).status).to.equal(401);
    for (const [method, path] of [
      ["PUT", MODEL],
      ["GET", MODELS],
      ["DELETE", MODEL],
    ] as const) {
      const body = method === "PUT" ? settings() : undefined;
      const refused = await server.call(method, path, body, { authorization: `Bearer ${writer}` });
      expect(refused.status).to.equal(403);
      const done = await server.call(method, path, body, { authorization: `Bearer ${operator}` });
      expect(done.status).to.equal(200);
    }
  });

  it("models that are set by requests are set from this machine alone while authentication is off", async () => {
    const headers = { "content-type": "application/json", "x-forwarded-for": "10.0.0.1" };
    const body = JSON.stringify(settings());
    expect((await rawRequest(server.url, { method: "PUT", path: MODEL, headers, body })).status).to.equal(
      401,
    );
    expect((await rawRequest(server.url, { method: "GET", path: MODELS, headers })).status).to.equal(401);
    expect((await server.call("PUT", MODEL, settings())).status).to.equal(200);
  });

  it("models that are set by requests cannot be named with an address by those who send texts", async () => {
    const points = [{ id: 1, vector: { text: "x", model: endpoint.url, url: endpoint.url } }];
    for (const headers of [{}, AS_QDRANT]) {
      const { status } = await server.call("PUT", "/collections/c/points", { points }, headers);
      expect(status).to.be.oneOf([400, 500]);
    }
    expect(endpoint.calls).to.deep.equal([]);
  });
});
