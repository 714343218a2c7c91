// Hostile gRPC clients, and a server process that continues.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { MAX_CALLS_UNDER_WAY } from "../../src/schema/limits.ts";
import {
  callFields,
  dataFrame,
  FrameConnection,
  headersFrame,
  streamsFrom,
} from "../support/http2-frames.ts";
import { framed, RawGrpc } from "../support/raw-grpc.ts";
import { Servers } from "../support/servers.ts";

const COUNT = callFields("/azimuth.v1.Points/Count");
const HEALTH = "/azimuth.v1.Server/HealthCheck";
const CHECK = "/grpc.health.v1.Health/Check";
const FINE = [status.OK, "OK"];
const WATCH = callFields("/grpc.health.v1.Health/Watch");
const NOTHING = framed(Buffer.alloc(0));
/** The number of streams that one connection may have open. */
const MAX_STREAMS = 1_000;

describe("a server with hostile gRPC clients", () => {
  let servers: Servers;
  const open: FrameConnection[] = [];
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await servers.close();
  });

  function connection(address: string): FrameConnection {
    const one = new FrameConnection(address);
    open.push(one);
    return one;
  }

  /** @returns status and text of a call of another client */
  async function ask(address: string, path = HEALTH): Promise<[code: number, details: string]> {
    const raw = new RawGrpc(address);
    try {
      const { code, details } = await raw.call(path, NOTHING);
      return [code, details];
    } finally {
      raw.close();
    }
  }

  it("a server with hostile gRPC clients survives a session that ends during a garbage collection", async () => {
    const script = fileURLToPath(new URL("../support/collecting-server.ts", import.meta.url));
    const child: ChildProcess = spawn(process.execPath, ["--expose-gc", "--import", "tsx", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [said] = await once(child.stdout!, "data");
      const { grpcAddress, bellPort } = JSON.parse(String(said));
      const bell = connect(bellPort, "127.0.0.1");
      const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
      for (let round = 0; round < 2; round++) {
        const one = connection(grpcAddress);
        await one.send(...streamsFrom(1, 600).map((stream) => headersFrame(stream, COUNT)));
        await one.handled();
        // These are more streams than allowed, with a header name that HTTP/2 forbids. The server reads them and the
        // bell at once.
        child.kill("SIGSTOP");
        await one.send(
          ...streamsFrom(3_001, MAX_STREAMS).map((stream) =>
            headersFrame(stream, [...COUNT, ["CAPITALS", ""]], true),
          ),
        );
        await new Promise<void>((resolve) => bell.write("x", () => resolve()));
        const rung = once(bell, "data");
        child.kill("SIGCONT");
        expect(await Promise.race([rung.then(() => "goes on"), ended])).to.equal("goes on");
      }
      expect(await ask(grpcAddress)).to.deep.equal(FINE);
      bell.destroy();
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("a server with hostile gRPC clients refuses calls above its limit, and keeps a part of the limit for other clients", async () => {
    const { grpcAddress } = await servers.start();
    const watchers = Array.from({ length: Math.ceil(MAX_CALLS_UNDER_WAY / MAX_STREAMS) }, () =>
      connection(grpcAddress),
    );
    for (const one of watchers) {
      const calls = streamsFrom(1, Math.min(MAX_STREAMS - 1, MAX_CALLS_UNDER_WAY));
      await one.send(...calls.flatMap((stream) => [headersFrame(stream, WATCH), dataFrame(stream, NOTHING)]));
      await one.handled();
    }
    expect(await ask(grpcAddress, CHECK)).to.deep.equal([
      status.RESOURCE_EXHAUSTED,
      "Too many calls are under way; try again in a moment",
    ]);
    expect(await ask(grpcAddress)).to.deep.equal(FINE);
    await watchers[0]!.close();
    await watchers[1]!.handled();
    expect(await ask(grpcAddress, CHECK)).to.deep.equal(FINE);
  });
});
