// POST /collections/{name}/points/import: any number of points, one JSON object a line. The decision: each line is
// written or rejected by itself, and the response reports both.
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { connect } from "../../src/client/index.ts";
import { MAX_LINE_ERRORS } from "../../src/schema/limits.ts";
import { AS_QDRANT, count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import type { Answer } from "../support/rest-call.ts";

const IMPORT = "/collections/c/points/import";

describe("an import of lines", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  const line = (id: number | bigint, vector: unknown = [1, 2, 3, 4], more: object = {}) =>
    JSON.stringify({ id: 0, vector, ...more }).replace('"id":0', `"id":${id}`);
  const send = (body: string | Uint8Array, query = ""): Promise<Answer> =>
    server.call("POST", IMPORT + query, body, { "content-type": "application/x-ndjson" });
  const report = (over: object) => ({
    accepted: 0,
    rejected: 0,
    batches: 1,
    last_line_durable: 0,
    errors: [],
    stopped: null,
    ...over,
  });

  it("an import of lines writes each line exactly as an upsert would", async () => {
    const payload = { n: 1, deep: { list: [1, "zwei", null] } };
    const { status, body } = await send(
      `${line(13570027672830659665n)}\n${line(2, [0, 0, 1, 0], { payload })}\n`,
    );
    expect(status).to.equal(200);
    expect(body.result).to.deep.equal(report({ accepted: 2, last_line_durable: 2 }));
    const { text } = await server.call("POST", "/collections/c/points", { ids: [2], with_vector: true });
    expect(JSON.parse(text).result).to.deep.equal([{ id: 2, payload, vector: [0, 0, 1, 0] }]);
    const big = await server.call("GET", "/collections/c/points/13570027672830659665");
    expect(big.text).to.contain('"id":13570027672830659665');
  });

  it("an import of lines accepts CRLF, empty lines, a byte order mark, and a last line without a line break", async () => {
    const { body } = await send(`\uFEFF${line(1)}\r\n\r\n  \t\n${line(2)}\r\n${line(3)}`);
    expect(body.result).to.deep.equal(report({ accepted: 3, last_line_durable: 5 }));
    expect(await count(server)).to.equal(3);
  });

  it("an import of lines answers 400 with all errors when no line was accepted", async () => {
    const lines = '{"id": 1, "vector": [1]}\n{"id": 2}';
    for (const query of ["", "?on_error=stop"]) {
      const { status, body } = await send(lines, query);
      expect([status, body.status.code]).to.deep.equal([400, "INVALID_ARGUMENT"]);
      const first = "line 1: Dimension mismatch for vector '1': expected 4, got 1";
      const rejected = query === "" ? 2 : 1;
      const all = rejected === 2 ? "all 2 lines were rejected" : "the only line was rejected";
      expect(body.status.error).to.equal(`Nothing was imported: ${all}; ${first}`);
      expect(body.result).to.include({ accepted: 0, rejected });
      expect(body.result.errors).to.have.length(rejected);
    }
    const response = await fetch(`${server.url}${IMPORT}?progress=true`, { method: "POST", body: lines });
    const text = await response.text();
    expect(JSON.parse(text.trim().split("\n").at(-1)!).status.error).to.match(/^Nothing was imported/);
  });

  it("an import of lines is refused with 415, without reading the body, if the type of the body is not JSON lines", async () => {
    for (const type of ["text/csv", "application/vnd.apache.parquet", "multipart/form-data; boundary=x"]) {
      const { status, body } = await server.call("POST", IMPORT, line(1), { "content-type": type });
      expect([status, body.status.code]).to.deep.equal([415, "UNSUPPORTED_MEDIA_TYPE"]);
      expect(body.status.error).to.equal(
        `Content-Type: expected application/x-ndjson, a JSON object on each line, got "${type}"`,
      );
    }
    expect(await count(server)).to.equal(0);
    const said = [
      "application/x-ndjson",
      "application/jsonl; charset=utf-8",
      "application/json",
      "text/plain",
    ];
    for (const type of [...said, "application/x-www-form-urlencoded", "application/octet-stream"]) {
      const { status } = await server.call("POST", IMPORT, line(1), { "content-type": type });
      expect(status, type).to.equal(200);
    }
  });

  it("an import of lines returns its report from the library, also when no line was accepted", async () => {
    const client = connect({ url: server.url });
    const points = [{ id: 1, vector: [1] }];
    const account = await client.importPoints({ collection_name: "c", points });
    expect(account).to.include({ accepted: 0, rejected: 1 });
    await client.close();
  });

  it("an import of lines writes nothing for a body without lines", async () => {
    const empty = report({ batches: 0 });
    expect((await send("")).body.result).to.deep.equal(empty);
    expect((await send("\n\n")).body.result).to.deep.equal({ ...empty, last_line_durable: 2 });
  });

  it("an import of lines accepts a compressed body", async () => {
    const headers = { "content-encoding": "gzip" };
    const lines = Array.from({ length: 5_000 }, (_, i) => line(i)).join("\n");
    const { body } = await server.call("POST", IMPORT, gzipSync(lines), headers);
    expect(body.result).to.deep.equal(report({ accepted: 5_000, batches: 5, last_line_durable: 5_000 }));
  });

  it("an import of lines reports the error of each invalid line, and writes the other lines", async () => {
    const lines = [
      line(1),
      '{"id": 2, "vector": [1, 2',
      line(3, [1, 2]),
      "5",
      '{"vector": [1,2,3,4]}',
      line(6, { other: [1] }),
      line(7, [1, 2, 3, 1e39]),
      line(8),
    ];
    const { body } = await send(lines.join("\n"));
    expect(body.result).to.deep.equal(
      report({
        accepted: 2,
        rejected: 6,
        last_line_durable: 8,
        errors: [
          { line: 2, error: "Malformed JSON at byte 25" },
          { line: 3, error: "Dimension mismatch for vector '3': expected 4, got 2" },
          { line: 4, error: "expected an object, got 5" },
          { line: 5, error: "id is required" },
          { line: 6, error: "vector: collection 'c' has no vector named 'other'; it has the unnamed one" },
          { line: 7, error: "vector[3]: expected a number that is finite as a 32-bit float, got 1e+39" },
        ],
      }),
    );
    expect(await count(server)).to.equal(2);
  });

  it("an import of lines rejects a line that is not UTF-8, and continues after it", async () => {
    const broken = Buffer.from('{"id": 1, "vector": [1,2,3,4], "payload": {"a": "\xff"}}\n', "latin1");
    const { body } = await send(Buffer.concat([broken, Buffer.from(line(2))]));
    expect(body.result.errors).to.deep.equal([{ line: 1, error: "Malformed JSON at byte 49" }]);
    expect(await count(server)).to.equal(1);
  });

  it("an import of lines lists the first thousand errors, and counts all errors", async () => {
    const { body } = await send("x\n".repeat(MAX_LINE_ERRORS + 500));
    expect(body.result.rejected).to.equal(MAX_LINE_ERRORS + 500);
    expect(body.result.errors).to.have.lengthOf(MAX_LINE_ERRORS);
    expect(body.result.stopped).to.equal(null);
  });

  for (const [what, bad, error] of [
    ["is no JSON", "x", "Malformed JSON at byte 0"],
    ["does not fit", line(2, [1]), "Dimension mismatch for vector '2': expected 4, got 1"],
  ]) {
    it(`an import of lines stops before a line that ${what}, if requested`, async () => {
      const { status, body } = await send(`${line(1)}\n${bad}\n${line(3)}\n`, "?on_error=stop");
      expect(status).to.equal(200);
      expect(body.result).to.deep.equal(
        report({
          accepted: 1,
          rejected: 1,
          last_line_durable: 1,
          errors: [{ line: 2, error }],
          stopped: { code: "INVALID_ARGUMENT", error: `line 2: ${error}` },
        }),
      );
      expect(await count(server)).to.equal(1);
    });
  }

  it("an import of lines keeps the last of several points with one id, whether in one batch or several", async () => {
    const lines = Array.from({ length: 2_500 }, (_, i) => line(7, [i, 0, 0, 0]));
    const { body } = await send(lines.join("\n"));
    expect(body.result).to.deep.equal(report({ accepted: 2_500, batches: 3, last_line_durable: 2_500 }));
    const { body: found } = await server.call("GET", "/collections/c/points/7");
    expect(found.result.vector).to.deep.equal([2_499, 0, 0, 0]);
  });

  it("an import of lines sends its result at the end if progress is requested, also a result of more than half a megabyte", async () => {
    const wrong = Array.from({ length: 1500 }, (_, id) => `{"id":${id},"vector":{"${"x".repeat(700)}":[1]}}`);
    const lines = [line(9999), ...wrong].join("\n");
    const response = await fetch(`${server.url}${IMPORT}?progress=true`, { method: "POST", body: lines });
    const answers = (await response.text()).trim().split("\n");
    const { result } = JSON.parse(answers.at(-1)!);
    expect([result.accepted, result.rejected, result.errors.length]).to.deep.equal([1, 1500, 1000]);
  });

  it("an import of lines sends a line for each batch if progress is requested, and the result as the last line", async () => {
    const lines = Array.from({ length: 2_100 }, (_, i) => line(i)).join("\n");
    const response = await fetch(`${server.url}${IMPORT}?progress=true`, { method: "POST", body: lines });
    expect(response.headers.get("content-type")).to.equal("application/x-ndjson");
    const told = (await response.text())
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    const steps = told.slice(0, -1).map(({ last_line_durable }) => last_line_durable);
    expect(steps).to.deep.equal([1_000, 2_000, 2_100]);
    expect(told.at(-1)).to.have.keys("usage", "time", "status", "result");
    expect(told.at(-1).result).to.deep.equal(
      report({ accepted: 2_100, batches: 3, last_line_durable: 2_100 }),
    );
  });

  it("an import of lines reports points as soon as they are durable, also when the client is slow", async () => {
    const { port } = new URL(server.url);
    const sent = request({ port, path: `${IMPORT}?progress=true`, method: "POST" });
    sent.write(`${line(1)}\n${line(2)}\n{"id": 3,`);
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => sent.on("response", resolve));
    response.setEncoding!("utf8");
    const first = await new Promise<string>((resolve) => response.once("data", resolve));
    expect(JSON.parse(first)).to.deep.equal({ accepted: 2, rejected: 0, batches: 1, last_line_durable: 2 });
    expect(await count(server)).to.equal(2);
    sent.end('"vector": [1,2,3,4]}');
    let rest = "";
    for await (const chunk of response) rest += chunk;
    expect(JSON.parse(rest.trimEnd().split("\n").at(-1)!).result.accepted).to.equal(3);
  });

  it("an import of lines works through the UI's proxy, and in the qdrant dialect", async () => {
    const url = `${server.uiUrl}/api/proxy${IMPORT}`;
    const response = await fetch(url, { method: "POST", body: line(1) });
    expect(((await response.json()) as { result: object }).result).to.have.property("accepted", 1);
    const { body } = await server.call("POST", IMPORT, line(2), AS_QDRANT);
    expect(body).to.have.keys("result", "status", "time");
    expect(body.result.accepted).to.equal(1);
  });

  for (const [query, error] of [
    ["?on_error=panic", 'on_error: expected "skip" or "stop", got "panic"'],
    ["?wait=perhaps", 'wait: expected a boolean, got "perhaps"'],
    ["?progress=1", 'progress: expected a boolean, got "1"'],
  ]) {
    it(`an import of lines is refused with ${query}`, async () => {
      const { status, body } = await send(line(1), query);
      expect([status, body.status.error]).to.deep.equal([400, error]);
      expect(await count(server)).to.equal(0);
    });
  }

  it("an import of lines is refused for a missing collection", async () => {
    const { status, body } = await server.call("POST", "/collections/none/points/import", line(1));
    expect([status, body.status.error]).to.deep.equal([404, "Collection not found: none"]);
  });
});
