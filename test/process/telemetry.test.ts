// Spans of requests, in a server process that an operator has started with an SDK of OpenTelemetry. A weekly test has
// the SDK of the project OpenTelemetry itself (test/slow/telemetry.test.ts).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { Servers } from "../support/servers.ts";
import { askTraced, expectSpans, type SeenSpan } from "../support/traced.ts";

const SDK = pathToFileURL(fileURLToPath(new URL("../support/spans-to-file.mjs", import.meta.url))).href;

describe("OpenTelemetry", () => {
  let servers: Servers;
  let file: string;
  beforeEach(() => {
    servers = new Servers();
    file = join(servers.folder, "spans.jsonl");
  });
  afterEach(() => servers.close());

  const start = (env: NodeJS.ProcessEnv) => servers.start(["--ephemeral", "--access-log"], env);
  const withSdk = { NODE_OPTIONS: `--import ${SDK}` };

  it("OpenTelemetry gets one span of each request over REST and gRPC from a server whose process has an SDK, in the trace of the client", async () => {
    const server = await start({ ...withSdk, SPANS_FILE: file });
    const answered = await askTraced(server);
    await server.stop();
    const spans = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as SeenSpan);
    // The API counts kinds from 0, OTLP from 1.
    expectSpans(
      spans.map((span) => ({ ...span, kind: span.kind + 1 })),
      answered,
    );
    const logged = Array.from(server.output().matchAll(/"traceId":"(\w+)"/g), ([, id]) => id);
    expect(logged).to.deep.equal(spans.map(({ traceId }) => traceId));
  });

  it("OpenTelemetry is not used with OTEL_SDK_DISABLED=true or OTEL_TRACES_EXPORTER=none", async () => {
    for (const off of [{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }]) {
      const server = await start({ ...withSdk, ...off, SPANS_FILE: file });
      const { headers } = await fetch(`${server.url}/collections`);
      await server.stop();
      expect([headers.get("traceparent"), existsSync(file)]).to.deep.equal([null, false]);
    }
  });

  it("OpenTelemetry without its packages is a warning that names them, and the server answers", async () => {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    const { status, headers } = await fetch(`${server.url}/collections`);
    expect([status, headers.get("traceparent")]).to.deep.equal([200, null]);
    const lines = server
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const warned = lines.filter(({ level }) => level === "warn").map(({ msg }) => msg);
    expect(warned).to.deep.equal([
      "no spans are sent: OpenTelemetry needs its packages beside Azimuth: npm install @opentelemetry/api @opentelemetry/sdk-node",
    ]);
  });
});
