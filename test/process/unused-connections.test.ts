// Stops of servers to which clients have connected without sending anything.
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { selfSigned } from "../support/certificate.ts";
import type { ServerHere } from "../support/server-here.ts";
import { Servers } from "../support/servers.ts";

const MOST_MS = 4_000;

describe("a server that stops", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  async function stopsAtOnce(server: ServerHere, meanwhile = async (_: ServerHere) => {}): Promise<void> {
    const { rest, ui, grpc } = server.running.ports;
    const silent = await Promise.all(
      [rest, ui, grpc].map(async (port) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {}).resume();
        await new Promise((resolve) => socket.once("connect", resolve));
        return { socket, ended: new Promise((resolve) => socket.once("close", resolve)) };
      }),
    );
    await meanwhile(server);
    const start = performance.now();
    await server.stop();
    expect(performance.now() - start).to.be.lessThan(MOST_MS);
    await Promise.all(silent.map(({ ended }) => ended));
  }

  it("a server that stops does not wait for connections on which nothing was sent", async () => {
    // The server has seen the connections when it answers.
    await stopsAtOnce(await servers.here(), async ({ url }) => {
      for (let i = 0; i < 5; i++) await (await fetch(`${url}/healthz`)).text();
    });
  });

  it("a server that stops does not wait for connections that arrive at this moment", async () => {
    await stopsAtOnce(await servers.here());
  });

  it("a server that stops does not wait for connections that never began with TLS", async () => {
    const [tlsCert, tlsKey] = ["cert.pem", "key.pem"].map((name) => join(servers.folder, name)) as [
      string,
      string,
    ];
    const { cert, key } = selfSigned();
    writeFileSync(tlsCert, cert);
    writeFileSync(tlsKey, key);
    await stopsAtOnce(await servers.here({ dataDir: join(servers.folder, "data"), tlsCert, tlsKey }));
  });
});
