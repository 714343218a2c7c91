// A gRPC port: its code is loaded with the first connection, which waits for it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import type { LoadCalls } from "../../../src/grpc/load.ts";
import { type GrpcPort, listenForGrpc } from "../../../src/grpc/port.ts";
import type { CallServer, CallServerParts } from "../../../src/grpc/server.ts";

const HOSTS = ["127.0.0.1"];

describe("a gRPC port", () => {
  let port: GrpcPort;
  let loads: number;
  let failures: unknown[];
  let calls: CallServer;
  const sockets: Socket[] = [];

  /** Listens with calls that return every byte. @param before runs at each load, and may fail or take time */
  async function listen(before: (load: number) => Promise<void> | void): Promise<void> {
    loads = 0;
    failures = [];
    calls = {
      health: { serving: false },
      accept: (socket) => void socket.pipe(socket),
      close: async () => {
        for (const socket of sockets) socket.destroy();
      },
    };
    const load: LoadCalls = async () => {
      await before(++loads);
      return { serveCalls: () => calls };
    };
    const log = { error: (fields: unknown) => failures.push(fields) };
    const parts = { log } as unknown as CallServerParts;
    port = await listenForGrpc(parts, { hosts: HOSTS, port: 0, flag: "", tls: null, limit: () => {}, load });
  }

  function dial(): Socket {
    const socket = connect(port.port, HOSTS[0]);
    socket.on("error", () => {});
    sockets.push(socket);
    return socket;
  }

  async function echoOf(socket: Socket): Promise<string> {
    socket.write("hello");
    const [bytes] = await once(socket, "data");
    return String(bytes);
  }

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await port.close(0);
  });

  it("a gRPC port loads its code with the first connection, and once", async () => {
    await listen(() => {});
    port.serve();
    expect(loads).to.equal(0);
    expect(await echoOf(dial())).to.equal("hello");
    expect(await echoOf(dial())).to.equal("hello");
    expect(loads).to.equal(1);
    expect(calls.health.serving).to.equal(true);
  });

  it("a gRPC port keeps what connections send while the code is loaded", async () => {
    let loaded = () => {};
    const loading = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    await listen(() => loading);
    const [one, other] = [dial(), dial()];
    await Promise.all([once(one, "connect"), once(other, "connect")]);
    const echoes = Promise.all([echoOf(one), echoOf(other)]);
    loaded();
    expect(await echoes).to.deep.equal(["hello", "hello"]);
    expect(calls.health.serving, "before the server is ready").to.equal(false);
  });

  it("a gRPC port closes its connections if the code cannot be loaded, and loads it with the next one", async () => {
    await listen((load) => {
      if (load === 1) throw new Error("no file descriptor is free");
    });
    await once(dial(), "close");
    expect(failures).to.have.length(1);
    expect(await echoOf(dial())).to.equal("hello");
    expect(loads).to.equal(2);
  });

  it("a gRPC port that is closed while the code is loaded closes the connections that wait for it", async () => {
    await listen(() => new Promise(() => {}));
    const socket = dial();
    const gone = once(socket, "close");
    await once(socket, "connect");
    await port.close(0);
    await gone;
  });
});
