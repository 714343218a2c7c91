// The health service, as load balancers use it.

import { type Client, type ClientReadableStream, status } from "@grpc/grpc-js";
import { expect } from "chai";
import type { HealthCheckRequest, HealthCheckResponse } from "../../../src/grpc/gen/health.d.ts";
import { Health } from "../../../src/grpc/health.ts";
import { healthProtocol } from "../../../src/grpc/wire/messages.ts";
import { ask, GrpcFixture, refusalOf } from "../../support/grpc.ts";

const { HealthCheckResponse_ServingStatus: ServingStatus } = healthProtocol.enums;
const { HealthService } = healthProtocol.services;

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = ServingStatus;
const POINTS = "azimuth.v1.Points";

type Watching = Client & { watch(request: HealthCheckRequest): ClientReadableStream<HealthCheckResponse> };

describe("the health service of gRPC", () => {
  let health: Health;
  let server: GrpcFixture;
  let client: Client;

  beforeEach(async () => {
    health = new Health([POINTS]);
    server = await GrpcFixture.serving([[HealthService, health.handlers]]);
    client = server.client(HealthService);
  });

  afterEach(() => server.kill());

  const check = (service: string) => ask<HealthCheckResponse>(client, "check", { service });
  const watch = (service: string) => {
    const call = (client as Watching).watch({ service });
    // A call that is open when the server is killed ends with an error.
    call.on("error", () => {});
    return call;
  };

  /** The next state that a watching call reports. */
  const next = (call: ClientReadableStream<HealthCheckResponse>) =>
    new Promise<number>((done) => call.once("data", (answer: HealthCheckResponse) => done(answer.status)));

  it("the health service of gRPC reports that it is not serving before the server is ready", async () => {
    expect(await check("")).to.deep.equal({ status: NOT_SERVING });
  });

  it("the health service of gRPC reports the same state for the server and for each service", async () => {
    health.serving = true;
    expect(await check("")).to.deep.equal({ status: SERVING });
    expect(await check(POINTS)).to.deep.equal({ status: SERVING });
    const { statuses } = await ask<{ statuses: Map<string, HealthCheckResponse> }>(client, "list", {});
    expect([...statuses]).to.have.deep.members([
      ["", { status: SERVING }],
      [POINTS, { status: SERVING }],
    ]);
  });

  it("the health service of gRPC reports that it is not serving while the database does not work, though the port is open", async () => {
    let works = true;
    const own = new Health([POINTS], () => works);
    own.serving = true;
    const serving = await GrpcFixture.serving([[HealthService, own.handlers]]);
    const asked = () => ask<HealthCheckResponse>(serving.client(HealthService), "check", { service: POINTS });
    expect(await asked()).to.deep.equal({ status: SERVING });
    works = false;
    expect(await asked()).to.deep.equal({ status: NOT_SERVING });
    serving.kill();
  });

  it("the health service of gRPC answers NOT_FOUND for other services", async () => {
    const { code, details } = await refusalOf(client, "check", { service: "azimuth.v1.Nothing" });
    expect([code, details]).to.deep.equal([status.NOT_FOUND, "No service of this name: azimuth.v1.Nothing"]);
  });

  it("the health service of gRPC reports every change to watching clients, and nothing else", async () => {
    const call = watch(POINTS);
    expect(await next(call)).to.equal(NOT_SERVING);
    health.serving = false;
    health.serving = true;
    expect(await next(call)).to.equal(SERVING);
    health.serving = false;
    expect(await next(call)).to.equal(NOT_SERVING);
  });

  it("the health service of gRPC keeps watching an unknown service for its clients", async () => {
    const call = watch("azimuth.v1.Nothing");
    const states: number[] = [];
    call.on("data", (answer: HealthCheckResponse) => states.push(answer.status));
    await next(call);
    health.serving = true;
    const ended = new Promise((done) => call.on("end", done));
    health.close();
    await ended;
    expect(states).to.deep.equal([SERVICE_UNKNOWN]);
  });

  it("the health service of gRPC continues when a watching client has disconnected", async () => {
    const call = watch("");
    await next(call);
    const gone = new Promise<number>((done) =>
      call.on("error", ({ code }: { code?: number }) => done(code!)),
    );
    call.cancel();
    expect(await gone).to.equal(status.CANCELLED);
    health.serving = true;
    expect(await check("")).to.deep.equal({ status: SERVING });
  });

  it("the health service of gRPC does not prevent a shutdown while it is being watched", async () => {
    const call = watch("");
    await next(call);
    const ended = new Promise<void>((done) => call.on("end", done));
    health.close();
    await ended;
    await server.end();
  });
});
