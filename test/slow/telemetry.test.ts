// Spans of requests with the SDK of the project OpenTelemetry, sent to a collector by OTLP. Needs the network: npm
// installs the SDK of the documentation.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { scratchFolder } from "../support/scratch.ts";
import { Servers } from "../support/servers.ts";
import { askTraced, expectSpans, type SeenSpan } from "../support/traced.ts";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SeenSpan, "attributes" | "status"> & {
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code: number };
      })[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]));

describe("the SDK of OpenTelemetry", () => {
  let packages: string;
  let servers: Servers;
  let collector: Server;
  let received: Sent[];
  before(() => {
    packages = scratchFolder("azimuth-opentelemetry-");
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", packages];
    const names = ["@opentelemetry/api", "@opentelemetry/sdk-node"];
    execFileSync("npm", ["install", ...options, ...names], { stdio: "pipe" });
  });
  beforeEach(async () => {
    received = [];
    servers = new Servers();
    collector = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      expect([request.method, request.url]).to.deep.equal(["POST", "/v1/traces"]);
      received.push(JSON.parse(body) as Sent);
      response.setHeader("content-type", "application/json");
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(collector, "listening");
  });
  afterEach(async () => {
    await servers.close();
    collector.close();
  });

  const start = (env: NodeJS.ProcessEnv) =>
    servers.start(["--ephemeral"], {
      NODE_PATH: join(packages, "node_modules"),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      ...env,
    });

  it("the SDK of OpenTelemetry sends all spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT before the server has stopped", async () => {
    const server = await start({});
    const answered = await askTraced(server);
    expect(await server.stop()).to.include({ code: 0 });
    const groups = received.flatMap(({ resourceSpans }) => resourceSpans);
    for (const { resource } of groups)
      expect(valuesOf(resource.attributes)).to.include({ "service.name": "azimuth" });
    const spans = groups.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    expectSpans(
      spans.map((span) => ({ ...span, status: span.status.code, attributes: valuesOf(span.attributes) })),
      answered,
    );
  });

  it("the SDK of OpenTelemetry names the service and samples as its variables say", async () => {
    const named = await start({ OTEL_SERVICE_NAME: "vectors" });
    await fetch(`${named.url}/collections`);
    await named.stop();
    const [group] = received.flatMap(({ resourceSpans }) => resourceSpans);
    expect(valuesOf(group!.resource.attributes)).to.include({ "service.name": "vectors" });
    received.length = 0;
    const silent = await start({ OTEL_TRACES_SAMPLER: "always_off" });
    const { headers } = await fetch(`${silent.url}/collections`);
    await silent.stop();
    expect([received.length, headers.get("traceparent")?.slice(-3)]).to.deep.equal([0, "-00"]);
  });

  it("the SDK of OpenTelemetry without a collector that answers delays neither requests nor the end of the server", async () => {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    expect((await fetch(`${server.url}/collections`)).status).to.equal(200);
    const began = performance.now();
    expect(await server.stop()).to.include({ code: 0 });
    expect(performance.now() - began).to.be.below(10_000);
  });
});
