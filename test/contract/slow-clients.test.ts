// Clients that open connections and keep them, or send slowly. The decision: one address gets at most half of the
// connections of a listener, so that others are served.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { cpuMsSince } from "../support/cpu.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

describe("connections", () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close();
  });

  async function open(url: string, sent = ""): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    if (sent !== "") socket.write(sent);
    return socket;
  }

  it("connections of one address are limited to half of the connections of a listener", async () => {
    server = await startTestServer({ maxConnections: 16 });
    const kept = await Promise.all(Array.from({ length: 8 }, () => open(server.url)));
    const ninth = await open(server.url);
    await once(ninth, "close");
    expect(kept.every(({ destroyed }) => !destroyed)).to.equal(true);
    kept[0]!.destroy();
    await once(kept[0]!, "close");
    // The server notices the closed connection a moment later.
    let answer: Response | null = null;
    while (answer === null) answer = await fetch(`${server.url}/healthz`).catch(() => null);
    expect(answer.status).to.equal(200);
  });

  it("connections of one address are limited on the gRPC port, too", async () => {
    server = await startTestServer({ maxConnections: 16 });
    const url = `http://${server.grpcAddress}`;
    await Promise.all(Array.from({ length: 8 }, () => open(url)));
    await once(await open(url), "close");
  });

  it("connections with 100 incomplete requests do not slow down the requests of another client", async () => {
    server = await startTestServer();
    const body = "PUT /collections/c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{";
    for (let i = 0; i < 100; i++) await open(server.url, i % 2 === 0 ? "GET / HTTP/1.1\r\nHost: loc" : body);
    const began = process.cpuUsage();
    for (let i = 0; i < 100; i++) expect((await server.call("GET", "/collections")).status).to.equal(200);
    expect(cpuMsSince(began)).to.be.below(10_000);
  });
});

describe("the maximum body size of a server", () => {
  let server: TestServer;
  afterEach(() => server.close());

  it("the maximum body size of a server is applied to every operation", async () => {
    server = await startTestServer({ maxBodySize: 2_000 });
    for (const path of ["/collections/c/points", "/collections/c"]) {
      const { status, body } = await server.call("PUT", path, " ".repeat(2_001));
      expect([status, body.status.error]).to.deep.equal([
        413,
        "Request body is larger than the limit of 2000 bytes; send smaller batches",
      ]);
    }
  });
});
