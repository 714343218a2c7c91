// Connections that send slowly, 500 of them in every way, beside an ordinary client, on a server in a process of its
// own.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { call, Servers } from "../support/servers.ts";

const CONNECTIONS = 500;
const REQUESTS = 300;
const POINTS = "/collections/c/points";

describe("500 slow connections", () => {
  let servers: Servers;
  const sockets: Socket[] = [];
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await servers.close();
  });

  it("500 slow connections leave the 99th percentile of an ordinary client's requests under 100 ms", async () => {
    const server = await servers.start();
    await call(server, "PUT", "/collections/c", { vectors_config: { size: 4, distance: "Dot" } });
    const points = Array.from({ length: 100 }, (_, id) => ({ id, vector: [id, 1, 2, 3] }));
    await call(server, "PUT", POINTS, { points });
    const put = (path: string) => `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n`;
    const kinds = [
      "",
      "GET / HTTP/1.1\r\nHost: loc",
      put("/collections/d"),
      `${put(POINTS)}{"points": [${" ".repeat(100_000)}`,
      `POST ${POINTS}/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ];
    const port = Number(new URL(server.url).port);
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.resume();
      sockets.push(socket);
      await once(socket, "connect");
      socket.write(kinds[i % kinds.length]!);
    }
    const times: number[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const began = performance.now();
      await call(server, "POST", `${POINTS}/search`, { vector: [1, 0, 0, 0], limit: 3 });
      times.push(performance.now() - began);
    }
    const [p50, p99] = [0.5, 0.99].map((part) => times.sort((a, b) => a - b)[Math.floor(REQUESTS * part)]!);
    process.stdout.write(`      p50 ${p50!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms beside ${CONNECTIONS} slow connections
`);
    expect(p99).to.be.below(100);
    // The slow connections are closed after a time limit.
    while (sockets.some(({ closed }) => !closed)) await new Promise((resolve) => setTimeout(resolve, 500));
  });
});
