// TLS on all ports with one certificate and key.

import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect } from "chai";
import { services } from "../../src/grpc/wire/messages.ts";
import { selfSigned } from "../support/certificate.ts";
import { runCli } from "../support/cli.ts";
import { ask } from "../support/grpc.ts";
import { refusedHere, type ServerHere } from "../support/server-here.ts";
import { Servers } from "../support/servers.ts";

const { ServerService } = services;

describe("a server with a certificate", () => {
  let servers: Servers;
  const { cert, key } = selfSigned();
  const at = (name: string) => join(servers.folder, name);

  let server: ServerHere;
  before(async () => {
    servers = new Servers();
    writeFileSync(at("cert.pem"), cert);
    writeFileSync(at("key.pem"), key, { mode: 0o600 });
    writeFileSync(at("other.pem"), selfSigned().key);
    server = await servers.here({ dataDir: at("data"), tlsCert: at("cert.pem"), tlsKey: at("key.pem") });
  });
  after(() => servers.close());

  function get(port: string, path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: "localhost", port, path, ca: cert }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  it("a server with a certificate uses TLS for REST and the console", async () => {
    const { url, uiUrl } = server;
    expect(await get(new URL(url).port, "/healthz")).to.equal("healthz check passed");
    const status = await get(new URL(uiUrl).port, "/api/service/licenses/status");
    expect(JSON.parse(status)).to.include({ edition: "community" });
  });

  it("a server with a certificate uses TLS for gRPC", async () => {
    const address = server.grpcAddress.replace("127.0.0.1", "localhost");
    const client = new (makeClientConstructor(ServerService, "Test"))(address, credentials.createSsl(cert));
    const { title } = await ask<{ title: string }>(client, "healthCheck", {});
    expect(title).to.equal("azimuth - vector database");
    client.close();
  });

  it("a server with a certificate of an unknown issuer is refused by commands, which name the variable that trusts it", async () => {
    const url = `https://localhost:${new URL(server.url).port}`;
    const { code, stderr } = await runCli(["status", "--url", url]);
    expect(code).to.equal(1);
    expect(stderr).to.contain("set NODE_EXTRA_CA_CERTS=ca.pem to trust its issuer");
  });

  it("a server with a certificate refuses connections without TLS", async () => {
    const failure = await fetch(server.url).then(
      () => null,
      (error: Error) => error,
    );
    expect(failure).to.be.instanceOf(TypeError);
  });

  it("a server with a certificate refuses versions before TLS 1.2", async () => {
    const options = { port: Number(new URL(server.url).port), host: "localhost", ca: cert };
    const code = await new Promise((resolve) => {
      const socket = connect({ ...options, minVersion: "TLSv1", maxVersion: "TLSv1.1" }, () => resolve("ok"));
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(code).not.to.equal("ok");
  });

  const refused: readonly [string, string, string | undefined, string][] = [
    ["a certificate without its key", "cert.pem", undefined, "--tls-cert and --tls-key belong together"],
    ["files that are not there", "none.pem", "key.pem", "--tls-cert: ENOENT"],
    ["a key as certificate", "key.pem", "key.pem", "cannot be used"],
    ["a key of another certificate", "cert.pem", "other.pem", "cannot be used"],
  ];
  for (const [what, tlsCert, tlsKey, text] of refused) {
    it(`a server with a certificate refuses to start with ${what}`, async () => {
      const flags = { ephemeral: true, tlsCert: at(tlsCert), ...(tlsKey && { tlsKey: at(tlsKey) }) };
      const { code, said } = await refusedHere(flags);
      // A file may be valid at the next start; a certificate without a key is an error of the settings.
      expect(code).to.equal(tlsKey === undefined ? 2 : 1);
      expect(said).to.contain(text).and.not.contain("PRIVATE KEY");
    });
  }
});
