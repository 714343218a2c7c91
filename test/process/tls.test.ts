// TLS on all ports with one certificate and key.

import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect } from "chai";
import { services } from "../../src/grpc/wire/messages.ts";
import { selfSigned } from "../support/certificate.ts";
import { ask } from "../support/grpc.ts";
import { runMain } from "../support/process.ts";
import { Servers } from "../support/servers.ts";

const { ServerService } = services;

describe("a server with a certificate", () => {
  let servers: Servers;
  const { cert, key } = selfSigned();
  const at = (name: string) => join(servers.folder, name);

  beforeEach(() => {
    servers = new Servers();
    writeFileSync(at("cert.pem"), cert);
    writeFileSync(at("key.pem"), key, { mode: 0o600 });
  });
  afterEach(() => servers.close());

  const start = () =>
    servers.start([
      ...["--data-dir", at("data")],
      ...["--tls-cert", at("cert.pem"), "--tls-key", at("key.pem")],
    ]);

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
    const { url, uiUrl } = await start();
    expect(await get(new URL(url).port, "/healthz")).to.equal("healthz check passed");
    const status = await get(new URL(uiUrl).port, "/api/service/licenses/status");
    expect(JSON.parse(status)).to.include({ edition: "community" });
  });

  it("a server with a certificate uses TLS for gRPC", async () => {
    const address = (await start()).grpcAddress.replace("127.0.0.1", "localhost");
    const client = new (makeClientConstructor(ServerService, "Test"))(address, credentials.createSsl(cert));
    const { title } = await ask<{ title: string }>(client, "healthCheck", {});
    expect(title).to.equal("azimuth - vector database");
    client.close();
  });

  it("a server with a certificate refuses connections without TLS", async () => {
    const { url } = await start();
    const failure = await fetch(url).then(
      () => null,
      (error: Error) => error,
    );
    expect(failure).to.be.instanceOf(TypeError);
  });

  it("a server with a certificate refuses versions before TLS 1.2", async () => {
    const { url } = await start();
    const options = { port: Number(new URL(url).port), host: "localhost", ca: cert };
    const code = await new Promise((resolve) => {
      const socket = connect({ ...options, minVersion: "TLSv1", maxVersion: "TLSv1.1" }, () => resolve("ok"));
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(code).not.to.equal("ok");
  });

  const refused: readonly [string, readonly string[], string][] = [
    ["a certificate without its key", ["--tls-cert", "cert.pem"], "--tls-cert and --tls-key belong together"],
    ["files that are not there", ["--tls-cert", "none.pem", "--tls-key", "key.pem"], "--tls-cert: ENOENT"],
    ["a key as certificate", ["--tls-cert", "key.pem", "--tls-key", "key.pem"], "cannot be used"],
    ["a key of another certificate", ["--tls-cert", "cert.pem", "--tls-key", "other.pem"], "cannot be used"],
  ];
  for (const [what, flags, text] of refused) {
    it(`a server with a certificate refuses to start with ${what}`, async () => {
      writeFileSync(at("other.pem"), selfSigned().key);
      const paths = flags.map((flag) => (flag.endsWith(".pem") ? at(flag) : flag));
      const { code, stderr } = await runMain(["serve", "--ephemeral", "--rest-port", "0", ...paths]);
      // A file may be valid at the next start; a certificate without a key is an error of the settings.
      expect(code).to.equal(flags.length === 2 ? 2 : 1);
      expect(stderr).to.contain(text).and.not.contain("PRIVATE KEY");
    });
  }
});
