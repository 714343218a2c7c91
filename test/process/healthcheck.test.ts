// `azimuth healthcheck`, and the shutdown of a server: within a time limit, or at once after a second signal.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { urlOf } from "../../src/cli/healthcheck.ts";
import { selfSigned } from "../support/certificate.ts";
import { freePort, runMain, type ServerProcess } from "../support/process.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

describe("azimuth healthcheck", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("azimuth healthcheck succeeds when a server serves requests at the configured address", async () => {
    const server = await servers.here();
    const port = new URL(server.url).port;
    const { code, stdout } = await runMain(["healthcheck"], {
      AZIMUTH_REST_PORT: port,
      AZIMUTH_HOST: "0.0.0.0",
    });
    expect([code, stdout]).to.deep.equal([0, `http://127.0.0.1:${port}: all collections are ready\n`]);
  });

  itWeekly("azimuth healthcheck succeeds for a server with a self-signed certificate", async () => {
    const { cert, key } = selfSigned();
    const [certPath, keyPath] = [join(servers.folder, "cert.pem"), join(servers.folder, "key.pem")];
    writeFileSync(certPath!, cert);
    writeFileSync(keyPath!, key);
    const tls = ["--tls-cert", certPath!, "--tls-key", keyPath!];
    const server = await servers.start(["--data-dir", join(servers.folder, "data"), ...tls]);
    const config = join(servers.folder, "azimuth.yaml");
    writeFileSync(config, `tls_cert: ${certPath}\nrest_port: ${new URL(server.url).port}\n`);
    expect((await runMain(["healthcheck", "--config", config])).code).to.equal(0);
  });

  it("azimuth healthcheck exits with code 1 when no server listens", async () => {
    const port = String(await freePort());
    const { code, stdout } = await runMain(["healthcheck"], { AZIMUTH_REST_PORT: port });
    expect([code, stdout]).to.deep.equal([
      1,
      `http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    ]);
  });

  it("azimuth healthcheck names the settings that it needs when they are missing", async () => {
    const { code, stderr } = await runMain(["healthcheck"], { AZIMUTH_REST_PORT: "0" });
    expect(code).to.equal(2);
    expect(stderr).to.contain("rest_port is 0").and.contain("--url");
  });

  for (const [host, name] of [
    ["0.0.0.0", "127.0.0.1"],
    ["::", "[::1]"],
    ["localhost", "127.0.0.1"],
    ["10.0.0.7", "10.0.0.7"],
  ] as const) {
    it(`azimuth healthcheck requests ${name} when a server listens on ${host}`, () => {
      const url = urlOf({ host, restPort: 7000, portsFile: null, tlsCert: null });
      expect(url.href).to.equal(`http://${name}:7000/`);
    });
  }
});

describe("the shutdown of a server", () => {
  let servers: Servers;
  let socket: Socket;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(async () => {
    socket.destroy();
    await servers.close();
  });

  /** Sends a request without its end. */
  async function hang(server: ServerProcess): Promise<void> {
    socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(
      "PUT /collections/c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
    );
    await once(socket, "data");
    socket.write("{");
  }

  it("the shutdown of a server ends within the configured limit, whatever clients do, with exit code 0", async () => {
    const server = await servers.start(["--data-dir", servers.folder, "--shutdown-timeout", "1"]);
    await hang(server);
    const began = performance.now();
    expect(await server.stop("SIGTERM")).to.deep.equal({ code: 0, signal: null });
    // Without the limit it would wait for the request for ever.
    expect(performance.now() - began).to.be.at.least(900);
  });

  itWeekly(
    "the shutdown of a server ends at once on a signal a second after the first, with exit code 130, and loses nothing",
    async () => {
      const server = await servers.start(["--data-dir", servers.folder, "--shutdown-timeout", "600"]);
      await hang(server);
      server.child.kill("SIGTERM");
      // Signals within a second count as one, because a terminal and npm both send one for one Ctrl+C.
      const again = setInterval(() => server.child.kill("SIGTERM"), 50);
      const started = performance.now();
      const [code, signal] = await once(server.child, "close");
      clearInterval(again);
      expect([code, signal]).to.deep.equal([130, null]);
      expect(performance.now() - started).to.be.at.least(900);
      const next = await servers.start();
      expect((await fetch(`${next.url}/readyz`)).status).to.equal(200);
    },
  );

  it("the shutdown of a server makes health checks fail while requests are still served", async () => {
    const server = await servers.start(["--data-dir", servers.folder, "--shutdown-timeout", "600"]);
    await hang(server);
    server.child.kill("SIGTERM");
    while (!server.output().includes('"msg":"stopping"')) await once(server.child.stdout!, "data");
    const { code } = await runMain(["healthcheck", "--url", server.url]);
    expect(code).to.equal(1);
  });
});
