// Models whose endpoint fails: the answers in both dialects, and nothing stored. No answer and no line of the log has
// the address, the key, or the words of the endpoint.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ModelClock } from "../../support/model-clock.ts";
import {
  type Behaviour,
  DIMENSION,
  dead,
  json,
  ModelEndpoint,
  silent,
  text,
  vectorOf,
  vectors,
} from "../../support/model-endpoint.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";

const TIMEOUT_MS = 60_000;
const SHORT_MS = 60;
/** The timeout of models without one. */
const DEFAULT_MS = 30_000;
const KEY = "sk-5up3r-53cr3t";
const SAID = "the words of the endpoint";
const TWICE = 2;

const embedding = (values: unknown) => json({ data: [{ index: 0, embedding: values }] });

/** What the endpoint does, and what it made no vector for natively, with 502. */
const WRONG: readonly (readonly [what: string, behaviour: Behaviour, reason: string])[] = [
  ["bad JSON", text('{"data": ['), "its answer is not JSON"],
  ["a page", text(`<p>${SAID}</p>`, "text/html"), "its answer is not JSON"],
  ["JSON of another form", json({ error: SAID }), "its answer has no list of vectors"],
  ["no vector", json({ data: [] }), "its answer has 0 vectors for 1 texts"],
  ["a vector too many", json({ data: [{}, {}] }), "its answer has 2 vectors for 1 texts"],
  [
    "an index twice",
    json({ data: [{ index: 1, embedding: [1] }] }),
    "the indices in its answer are not those of the texts",
  ],
  ["a vector of another length", embedding([1, 2, 3]), "a vector in its answer has 3 numbers instead of 4"],
  ["an empty vector", embedding([]), "a vector in its answer is empty"],
  [
    "a vector of 65,537 numbers",
    embedding(new Array(65_537).fill(1)),
    "a vector in its answer has 65537 numbers, more than 65536",
  ],
  ["NaN", text('{"data": [{"index": 0, "embedding": [1, NaN, 1, 1]}]}'), "its answer is not JSON"],
  ["null", embedding([1, null, 1, 1]), "a vector in its answer has other values than finite 32-bit floats"],
  ["1e39", embedding([1, 1e39, 1, 1]), "a vector in its answer has other values than finite 32-bit floats"],
  ["a text", embedding("1,2,3,4"), "its answer has no vectors"],
  ["compressed", json({}, 200, { "content-encoding": "gzip" }), "its answer is compressed"],
  ["401", json({ error: SAID }, 401), "its endpoint does not accept the key of this server"],
  ["404", json({ error: SAID }, 404), "its endpoint answered 404"],
  ["500 each time", json({ error: SAID }, 500), "its endpoint answered 500"],
  [
    "a redirection",
    json({}, 307, { location: "http://127.0.0.1:1/elsewhere" }),
    "its endpoint refers to another address, which is not followed",
  ],
  ["no answer", dead, "it cannot be reached (ECONNRESET)"],
];

describe("a model whose endpoint fails", () => {
  let endpoint: ModelEndpoint;
  let server: TestServer;
  let clock: ModelClock;
  let log: string[];

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    clock = new ModelClock(TIMEOUT_MS, SHORT_MS, DEFAULT_MS);
    log = [];
    const file = join(scratchFolder("azimuth-key-"), "key");
    writeFileSync(file, `${KEY}\n`);
    const settings = {
      kind: "openai",
      url: endpoint.url,
      dimensions: DIMENSION,
      api_key_file: file,
    } as const;
    server = await startTestServer({
      models: {
        fixed: {
          model: { ...settings, timeout_ms: TIMEOUT_MS, retries: 1 },
          impatient: { ...settings, timeout_ms: SHORT_MS, retries: 0 },
          gone: { kind: "openai", url: "http://127.0.0.1:9/", retries: 0 },
        },
        clock,
      },
      log: (line) => log.push(JSON.stringify(line)),
    });
    await server.call("PUT", "/collections/c", { vectors: { size: DIMENSION, distance: "Dot" } });
  });
  afterEach(async () => {
    await server.close();
    await endpoint.close();
  });

  const document = (model = "model") => ({ text: "private words", model });

  async function write(headers?: Record<string, string>, model?: string) {
    const points = [
      { id: 1, vector: [1, 2, 3, 4] },
      { id: 2, vector: document(model) },
    ];
    return server.call("PUT", "/collections/c/points?wait=true", { points }, headers);
  }

  async function expectNothing(): Promise<void> {
    const { body } = await server.call("POST", "/collections/c/points/count", {});
    expect(body.result.count).to.equal(0);
    const written = log.join("\n");
    for (const secret of [KEY, SAID, "private words", String(endpoint.port)]) {
      expect(written).not.to.contain(secret);
    }
  }

  for (const [what, behaviour, reason] of WRONG) {
    it(`a model whose endpoint fails is a 502 natively and a 500 in the qdrant dialect: ${what}`, async () => {
      endpoint.next = [behaviour, behaviour];
      const native = await write();
      const error = `model 'model' made no vector: ${reason}`;
      expect([native.status, native.body.status]).to.deep.equal([502, { error, code: "MODEL_FAILED" }]);
      endpoint.next = [behaviour, behaviour];
      const qdrant = await write(AS_QDRANT);
      expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([
        500,
        `Service internal error: ${error}`,
      ]);
      await expectNothing();
    });
  }

  it("a model whose endpoint fails is a 502 if nothing listens at its address", async () => {
    const { status, body } = await write({}, "gone");
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'gone' made no vector: it cannot be reached (ECONNREFUSED)",
    ]);
    await expectNothing();
  });

  it("a model whose endpoint fails is a 502 if the answer is larger than 64 MiB", async () => {
    const piece = Buffer.alloc(2 ** 20, " ");
    endpoint.next = [
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(piece));
          response.once("drain", more);
        };
        more();
      },
    ];
    const { status, body } = await write();
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'model' made no vector: its answer is too long",
    ]);
    await expectNothing();
  });

  it("a model whose endpoint fails is a 504 natively if it does not answer in time", async () => {
    endpoint.next = [silent, silent];
    const native = await write({}, "impatient");
    const error = "model 'impatient' made no vector: it did not answer within 60 ms";
    expect([native.status, native.body.status]).to.deep.equal([504, { error, code: "MODEL_TIMEOUT" }]);
    const qdrant = await write(AS_QDRANT, "impatient");
    expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([
      500,
      `Service internal error: ${error}`,
    ]);
    await expectNothing();
  });

  it("a model whose endpoint fails is a 504 if it begins an answer and does not end it", async () => {
    endpoint.next = [
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"data": [');
      },
    ];
    expect((await write({}, "impatient")).status).to.equal(504);
  });

  it("a model whose endpoint fails is asked again after 429, and then nothing is said of it", async () => {
    endpoint.next = [json({ error: SAID }, 429, { "retry-after": "3" })];
    const { status, body } = await write();
    expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
    expect([endpoint.calls.length, clock.pauses]).to.deep.equal([2, [3_000]]);
  });

  it("a model whose endpoint fails is asked again after 503 and after no answer, with a growing pause", async () => {
    await server.call("PUT", "/inference/models/patient", {
      ...{ kind: "openai", url: endpoint.url, timeout_ms: TIMEOUT_MS, retries: 3 },
    });
    endpoint.next = [json({}, 503), dead, json({}, 500)];
    expect((await write({}, "patient")).status).to.equal(200);
    expect([endpoint.calls.length, clock.pauses]).to.deep.equal([4, [250, 500, 1_000]]);
  });

  it("a model whose endpoint fails is a 429 with Retry-After in both dialects if it stays busy", async () => {
    const busy = json({ error: SAID }, 429, { "retry-after": "7" });
    for (const headers of [{}, AS_QDRANT]) {
      endpoint.next = [busy, busy];
      const { status, body, headers: answered } = await write(headers);
      expect([status, answered.get("retry-after")]).to.deep.equal([429, "7"]);
      expect(body.status.error).to.match(
        /^(?:Rate limiting exceeded: )?model 'model' is busy; try again in 7 s$/,
      );
    }
    await expectNothing();
  });

  it("a model whose endpoint fails is not waited for longer than its timeouts together, whatever Retry-After says", async () => {
    endpoint.next = [json({}, 429, { "retry-after": "121" })];
    const { status, headers } = await write();
    expect([status, headers.get("retry-after")]).to.deep.equal([429, "121"]);
    expect([endpoint.calls.length, clock.pauses]).to.deep.equal([1, []]);
  });

  for (const [what, behaviour, told] of [
    [
      "as JSON",
      json({ error: `too long ${KEY} ${"x".repeat(300)}` }, 400),
      `Inference request validation failed: too long *** ${"x".repeat(187)}`,
    ],
    [
      "as OpenAI does",
      json({ error: { message: "too long" } }, 400),
      "Inference request validation failed: too long",
    ],
    ["as text", text("too long", "text/plain", 422), "Invalid inference request: too long"],
  ] as const) {
    it(`a model whose endpoint fails is a 400 if it refuses the text, and Qdrant's clients are told why: ${what}`, async () => {
      endpoint.next = [behaviour, behaviour];
      const native = await write();
      expect([native.status, native.body.status.error]).to.deep.equal([
        400,
        "model 'model' refuses the text; send another one, or the vector instead",
      ]);
      const qdrant = await write(AS_QDRANT);
      expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([400, `Bad request: ${told}`]);
      expect(endpoint.calls).to.have.length(TWICE);
      await expectNothing();
    });
  }

  it("a model whose endpoint fails five times in a row is not asked for ten seconds, then once", async () => {
    const wrong = json({});
    endpoint.next = Array.from({ length: 5 }, () => wrong);
    for (let i = 0; i < 5; i++) expect((await write()).status).to.equal(502);
    const open = await write();
    expect([open.status, open.headers.get("retry-after"), open.body.status]).to.deep.equal([
      503,
      "10",
      {
        error:
          "model 'model' has failed several times in a row and is not asked for a moment; try again in 10 s",
        code: "MODEL_UNAVAILABLE",
      },
    ]);
    const qdrant = await write(AS_QDRANT);
    expect([qdrant.status, qdrant.headers.get("retry-after")]).to.deep.equal([500, "10"]);
    expect(endpoint.calls).to.have.length(5);
    expect(log.filter((line) => line.includes("has failed several times"))).to.have.length(1);
    await expectNothing();

    clock.pass(10_000);
    endpoint.next = [wrong];
    expect((await write()).status).to.equal(502);
    expect((await write()).status).to.equal(503);
    clock.pass(10_000);
    expect((await write()).status).to.equal(200);
    expect((await write()).status).to.equal(200);
  });

  it("a model whose endpoint fails makes no vector of a request whose other calls succeed", async () => {
    await server.call("PUT", "/inference/models/small", {
      kind: "openai",
      url: endpoint.url,
      batch: 1,
      retries: 0,
    });
    endpoint.next = [vectors, vectors, json({})];
    const points = [1, 2, 3, 4, 5, 6].map((id) => ({ id, vector: { text: `text ${id}`, model: "small" } }));
    const { status } = await server.call("PUT", "/collections/c/points", { points });
    expect(status).to.equal(502);
    await expectNothing();
  });

  it("a model whose endpoint fails is the answer to a query, too, and all vectors of a request have one length", async () => {
    endpoint.next = [json({})];
    const query = await server.call("POST", "/collections/c/points/query", { query: document() });
    expect([query.status, query.body.status.code]).to.deep.equal([502, "MODEL_FAILED"]);
    await server.call("PUT", "/inference/models/free", { kind: "openai", url: endpoint.url });
    const data = [vectorOf("a"), [1, 2]].map((values, index) => ({ index, embedding: values }));
    endpoint.next = [json({ data })];
    const points = ["a", "b"].map((text, id) => ({ id, vector: { text, model: "free" } }));
    const { status, body } = await server.call("PUT", "/collections/c/points", { points });
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'free' made no vector: a vector in its answer has 2 numbers instead of 4",
    ]);
  });

  it("a model whose endpoint fails ends an import, and what was written before stays", async () => {
    endpoint.next = [json({})];
    const line = JSON.stringify({ id: 1, vector: document() });
    const { status, body } = await server.call("POST", "/collections/c/points/import", line);
    expect([status, body.status.code]).to.deep.equal([502, "MODEL_FAILED"]);
    await expectNothing();
  });

  it("a model whose key cannot be read is a 502 that does not name the file", async () => {
    const file = join(scratchFolder("azimuth-key-"), "key");
    writeFileSync(file, KEY);
    await server.call("PUT", "/inference/models/keyed", {
      kind: "openai",
      url: endpoint.url,
      api_key_file: file,
    });
    writeFileSync(file, "two\nlines");
    const { status, text: answer } = await write({}, "keyed");
    expect([status, endpoint.calls.length]).to.deep.equal([502, 0]);
    expect(answer).to.contain("this server cannot read its key").and.not.to.contain(file);
  });
});
