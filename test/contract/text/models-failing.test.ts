// Models whose endpoint is slow, busy or gone, or refuses a text: the answers in both dialects, repetitions, and when
// calls stop. Nothing is stored.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { document, FailingModels, KEY, SAID, TIMEOUT_MS } from "../../support/failing-models.ts";
import { dead, json, silent, text, vectorOf, vectors } from "../../support/model-endpoint.ts";
import { AS_QDRANT } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";

const TWICE = 2;

describe("a model whose endpoint fails", () => {
  let models: FailingModels;
  beforeEach(async () => {
    models = await FailingModels.open();
  });
  afterEach(() => models.close());

  it("a model whose endpoint fails is a 502 if nothing listens at its address", async () => {
    const { status, body } = await models.write({}, "gone");
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'gone' made no vector: it cannot be reached (ECONNREFUSED)",
    ]);
    await models.expectNothing();
  });

  it("a model whose endpoint fails is counted in the metrics by what its calls came to", async () => {
    models.endpoint.next = [silent];
    await models.write({}, "impatient");
    await models.write({}, "gone");
    expect((await models.write()).status).to.equal(200);
    const { text: metrics } = await models.server.call("GET", "/metrics");
    for (const line of [
      'azimuth_model_calls_total{model="impatient",outcome="timeout"} 1',
      'azimuth_model_calls_total{model="gone",outcome="failed"} 1',
      'azimuth_model_calls_total{model="model",outcome="vectors"} 1',
      'azimuth_model_calls_total{model="model",outcome="failed"} 0',
      'azimuth_model_call_duration_seconds_count{model="model"} 1',
      'azimuth_model_texts_total{model="model"} 1',
      'azimuth_model_texts_total{model="gone"} 0',
      'azimuth_model_stops_total{model="gone"} 0',
    ]) {
      expect(metrics.split("\n")).to.include(line);
    }
    expect(metrics).to.match(/^azimuth_model_tokens_total\{model="model"\} [1-9]/m);
  });

  it("a model whose endpoint fails is told by the metrics: how often it was asked again, and whether calls are stopped", async () => {
    const shown = async () => {
      const { text: metrics } = await models.server.call("GET", "/metrics");
      const of = (name: string) =>
        Number(metrics.match(new RegExp(`^azimuth_model_${name}{model="model"} (\\d+)$`, "m"))?.[1]);
      return ["repetitions_total", "stops_total", "stopped"].map(of);
    };
    models.endpoint.next = [json({}, 503)];
    expect((await models.write()).status).to.equal(200);
    expect(await shown()).to.deep.equal([1, 0, 0]);
    models.endpoint.next = Array.from({ length: 5 }, () => json({}));
    for (let i = 0; i < 6; i++) await models.write();
    expect(await shown()).to.deep.equal([1, 1, 1]);
    models.clock.pass(10_000);
    expect((await models.write()).status).to.equal(200);
    expect(await shown()).to.deep.equal([1, 1, 0]);
  });

  it("a model whose endpoint fails is a 502 if the answer is larger than 64 MiB", async () => {
    const piece = Buffer.alloc(2 ** 20, " ");
    models.endpoint.next = [
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(piece));
          response.once("drain", more);
        };
        more();
      },
    ];
    const { status, body } = await models.write();
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'model' made no vector: its answer is too long",
    ]);
    await models.expectNothing();
  });

  it("a model whose endpoint fails is a 504 natively if it does not answer in time", async () => {
    models.endpoint.next = [silent, silent];
    const native = await models.write({}, "impatient");
    const error = "model 'impatient' made no vector: it did not answer within 60 ms";
    expect([native.status, native.body.status]).to.deep.equal([504, { error, code: "MODEL_TIMEOUT" }]);
    const qdrant = await models.write(AS_QDRANT, "impatient");
    expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([
      500,
      `Service internal error: ${error}`,
    ]);
    await models.expectNothing();
  });

  it("a model whose endpoint fails is a 504 if it begins an answer and does not end it", async () => {
    models.endpoint.next = [
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"data": [');
      },
    ];
    expect((await models.write({}, "impatient")).status).to.equal(504);
  });

  it("a model whose endpoint fails is asked again after 429, and then nothing is said of it", async () => {
    models.endpoint.next = [json({ error: SAID }, 429, { "retry-after": "3" })];
    const { status, body } = await models.write();
    expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
    expect([models.endpoint.calls.length, models.clock.pauses]).to.deep.equal([2, [3_000]]);
  });

  it("a model whose endpoint fails is asked again after 503 and after no answer, with a growing pause", async () => {
    await models.server.call("PUT", "/inference/models/patient", {
      ...{ kind: "openai", url: models.endpoint.url, timeout_ms: TIMEOUT_MS, retries: 3 },
    });
    models.endpoint.next = [json({}, 503), dead, json({}, 500)];
    expect((await models.write({}, "patient")).status).to.equal(200);
    expect([models.endpoint.calls.length, models.clock.pauses]).to.deep.equal([4, [250, 500, 1_000]]);
  });

  it("a model whose endpoint fails is a 429 with Retry-After in both dialects if it stays busy", async () => {
    const busy = json({ error: SAID }, 429, { "retry-after": "7" });
    for (const headers of [{}, AS_QDRANT]) {
      models.endpoint.next = [busy, busy];
      const { status, body, headers: answered } = await models.write(headers);
      expect([status, answered.get("retry-after")]).to.deep.equal([429, "7"]);
      expect(body.status.error).to.match(
        /^(?:Rate limiting exceeded: )?model 'model' is busy; try again in 7 s$/,
      );
    }
    await models.expectNothing();
  });

  it("a model whose endpoint fails is not waited for longer than its timeouts together, whatever Retry-After says", async () => {
    models.endpoint.next = [json({}, 429, { "retry-after": "121" })];
    const { status, headers } = await models.write();
    expect([status, headers.get("retry-after")]).to.deep.equal([429, "121"]);
    expect([models.endpoint.calls.length, models.clock.pauses]).to.deep.equal([1, []]);
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
      models.endpoint.next = [behaviour, behaviour];
      const native = await models.write();
      expect([native.status, native.body.status.error]).to.deep.equal([
        400,
        "model 'model' refuses the text; send another one, or the vector instead",
      ]);
      const qdrant = await models.write(AS_QDRANT);
      expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([400, `Bad request: ${told}`]);
      expect(models.endpoint.calls).to.have.length(TWICE);
      await models.expectNothing();
    });
  }

  it("a model whose endpoint fails five times in a row is not asked for ten seconds, then once", async () => {
    const wrong = json({});
    models.endpoint.next = Array.from({ length: 5 }, () => wrong);
    for (let i = 0; i < 5; i++) expect((await models.write()).status).to.equal(502);
    const open = await models.write();
    expect([open.status, open.headers.get("retry-after"), open.body.status]).to.deep.equal([
      503,
      "10",
      {
        error:
          "model 'model' has failed several times in a row and is not asked for a moment; try again in 10 s",
        code: "MODEL_UNAVAILABLE",
      },
    ]);
    const qdrant = await models.write(AS_QDRANT);
    expect([qdrant.status, qdrant.headers.get("retry-after")]).to.deep.equal([500, "10"]);
    expect(models.endpoint.calls).to.have.length(5);
    expect(models.log.filter((line) => line.includes("has failed several times"))).to.have.length(1);
    await models.expectNothing();

    models.clock.pass(10_000);
    models.endpoint.next = [wrong];
    expect((await models.write()).status).to.equal(502);
    expect((await models.write()).status).to.equal(503);
    models.clock.pass(10_000);
    expect((await models.write()).status).to.equal(200);
    expect((await models.write()).status).to.equal(200);
  });

  it("a model whose endpoint fails makes no vector of a request whose other calls succeed", async () => {
    await models.server.call("PUT", "/inference/models/small", {
      kind: "openai",
      url: models.endpoint.url,
      batch: 1,
      retries: 0,
    });
    models.endpoint.next = [vectors, vectors, json({})];
    const points = [1, 2, 3, 4, 5, 6].map((id) => ({ id, vector: { text: `text ${id}`, model: "small" } }));
    const { status } = await models.server.call("PUT", "/collections/c/points", { points });
    expect(status).to.equal(502);
    await models.expectNothing();
  });

  it("a model whose endpoint fails is the answer to a query, too, and all vectors of a request have one length", async () => {
    models.endpoint.next = [json({})];
    const query = await models.server.call("POST", "/collections/c/points/query", { query: document() });
    expect([query.status, query.body.status.code]).to.deep.equal([502, "MODEL_FAILED"]);
    await models.server.call("PUT", "/inference/models/free", { kind: "openai", url: models.endpoint.url });
    const data = [vectorOf("a"), [1, 2]].map((values, index) => ({ index, embedding: values }));
    models.endpoint.next = [json({ data })];
    const points = ["a", "b"].map((text, id) => ({ id, vector: { text, model: "free" } }));
    const { status, body } = await models.server.call("PUT", "/collections/c/points", { points });
    expect([status, body.status.error]).to.deep.equal([
      502,
      "model 'free' made no vector: a vector in its answer has 2 numbers instead of 4",
    ]);
  });

  it("a model whose endpoint fails ends an import, and what was written before stays", async () => {
    models.endpoint.next = [json({})];
    const line = JSON.stringify({ id: 1, vector: document() });
    const { status, body } = await models.server.call("POST", "/collections/c/points/import", line);
    expect([status, body.status.code]).to.deep.equal([502, "MODEL_FAILED"]);
    await models.expectNothing();
  });

  it("a model whose key cannot be read is a 502 that does not name the file", async () => {
    const file = join(scratchFolder("azimuth-key-"), "key");
    writeFileSync(file, KEY);
    await models.server.call("PUT", "/inference/models/keyed", {
      kind: "openai",
      url: models.endpoint.url,
      api_key_file: file,
    });
    writeFileSync(file, "two\nlines");
    const { status, text: answer } = await models.write({}, "keyed");
    expect([status, models.endpoint.calls.length]).to.deep.equal([502, 0]);
    expect(answer).to.contain("this server cannot read its key").and.not.to.contain(file);
  });
});
