// A certificate that is replaced while the server runs. The decision: SIGHUP loads it for new connections on all ports,
// and open ones continue.

import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect } from "chai";
import { services } from "../../src/grpc/wire/messages.ts";
import { selfSigned } from "../support/certificate.ts";
import { ask } from "../support/grpc.ts";
import type { ServerProcess } from "../support/process.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const { ServerService } = services;

describe("a server whose certificate is replaced", () => {
  let servers: Servers;
  let server: ServerProcess;
  const [first, second] = [selfSigned(), selfSigned()];

  function put({ cert, key }: { cert: Buffer | string; key: Buffer | string }): void {
    writeFileSync(join(servers.folder, "cert.pem"), cert);
    writeFileSync(join(servers.folder, "key.pem"), key, { mode: 0o600 });
  }

  beforeEach(async () => {
    servers = new Servers();
    put(first);
    const at = (name: string) => join(servers.folder, name);
    server = await servers.start([
      ...["--data-dir", at("data"), "--tls-cert", at("cert.pem"), "--tls-key", at("key.pem")],
    ]);
  });
  afterEach(() => servers.close());

  async function open(port: number): Promise<TLSSocket> {
    const socket = connect({
      port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      ALPNProtocols: ["h2", "http/1.1"],
    });
    await once(socket, "secureConnect");
    return socket;
  }

  /** Returns the fingerprints of the certificates on the ports of REST, the console and gRPC. */
  async function shown(): Promise<string[]> {
    const ports = [server.url, server.uiUrl, `x://${server.grpcAddress}`].map((url) =>
      Number(new URL(url).port),
    );
    return Promise.all(
      ports.map(async (port) => {
        const socket = await open(port);
        const { fingerprint256 } = socket.getPeerCertificate();
        socket.destroy();
        return fingerprint256;
      }),
    );
  }

  const printOf = (cert: Buffer) => new X509Certificate(cert).fingerprint256;

  async function hangUp(told: string): Promise<void> {
    const before = server.output().split(told).length;
    server.child.kill("SIGHUP");
    while (server.output().split(told).length === before) await once(server.child.stdout!, "data");
  }

  it("a server whose certificate is replaced uses the new one on all three ports after SIGHUP, while open calls continue", async () => {
    const kept = await open(Number(new URL(server.url).port));
    expect(await shown()).to.deep.equal(Array(3).fill(printOf(first.cert)));
    put(second);
    await hangUp("certificate read again");
    expect(await shown()).to.deep.equal(Array(3).fill(printOf(second.cert)));
    kept.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(String((await once(kept, "data"))[0])).to.contain("healthz check passed");
    kept.destroy();
    const address = server.grpcAddress.replace("127.0.0.1", "localhost");
    const client = new (makeClientConstructor(ServerService, "Test"))(
      address,
      credentials.createSsl(second.cert),
    );
    expect(await ask<{ title: string }>(client, "healthCheck", {})).to.have.property("title");
    client.close();
  });

  itWeekly(
    "a server whose certificate is replaced keeps the old one on all three ports when the new one is invalid, and reports why",
    async () => {
      put({ ...second, key: first.key });
      await hangUp("the new certificate cannot be used");
      expect(await shown()).to.deep.equal(Array(3).fill(printOf(first.cert)));
      expect(server.output()).to.not.contain("PRIVATE KEY");
    },
  );
});

describe("a server without a certificate", () => {
  itWeekly(
    "a server without a certificate stops in order on SIGHUP, when its terminal is closed",
    async () => {
      const servers = new Servers();
      const server = await servers.start();
      expect(await server.stop("SIGHUP")).to.deep.equal({ code: 0, signal: null });
      await servers.close();
    },
  );
});
