// The files of src/docs/proxies.md with the proxies themselves, before a server on the same machine: only ports, the
// certificate and folders are replaced. Needs the network if the machine has no nginx or Caddy: then Debian's packages
// are fetched.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { expect } from "chai";
import { selfSigned } from "../support/certificate.ts";
import { proxy } from "../support/deploy-tools.ts";
import { ROOT } from "../support/dockerfile.ts";
import { freePort } from "../support/free-port.ts";
import { definitionsIn, PlainClient } from "../support/plain-grpc.ts";
import type { ServerProcess } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const NAME = "vectors.example";
const PAGE = readFileSync(join(ROOT, "src/docs/proxies.md"), "utf8");
const ROWS = 20_000;

const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(PAGE)![1]!;

interface Ports {
  readonly rest: number;
  readonly ui: number;
  readonly grpc: number;
}

type Write = (folder: string, server: ServerProcess, ports: Ports) => string[];

/** @returns the arguments of nginx */
const nginx: Write = (folder, { url, uiUrl, grpcAddress }, { rest, ui, grpc }) => {
  const block = blockOf("nginx")
    .replaceAll("127.0.0.1:6573", new URL(url).host)
    .replaceAll("127.0.0.1:6575", new URL(uiUrl).host)
    .replaceAll("127.0.0.1:6574", grpcAddress)
    .replace("listen 443 ", `listen 127.0.0.1:${rest} `)
    .replace("listen 8443 ", `listen 127.0.0.1:${ui} `)
    .replace("listen 6574 ", `listen 127.0.0.1:${grpc} `)
    .replaceAll("/etc/ssl/vectors.example.", `${folder}/vectors.example.`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n");
  const head = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(join(folder, "nginx.conf"), `${head}\nhttp {\naccess_log off;\n${folders}\n${block}}\n`);
  return ["-p", folder, "-c", join(folder, "nginx.conf")];
};

/** @returns the arguments of Caddy */
const caddy: Write = (folder, { url, uiUrl, grpcAddress }, { rest, ui, grpc }) => {
  const own = `tls ${folder}/vectors.example.pem ${folder}/vectors.example.key`;
  const block = blockOf("caddy")
    .replaceAll("127.0.0.1:6573", new URL(url).host)
    .replaceAll("127.0.0.1:6575", new URL(uiUrl).host)
    .replaceAll("127.0.0.1:6574", grpcAddress)
    .replace("{\n", "{\nadmin off\nauto_https disable_redirects\n")
    .replace(`${NAME} {`, `${NAME}:${rest} {\n${own}`)
    .replace(`${NAME}:8443 {`, `${NAME}:${ui} {\n${own}`)
    .replace(`${NAME}:6574 {`, `${NAME}:${grpc} {\n${own}`);
  writeFileSync(join(folder, "Caddyfile"), block);
  return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
};

for (const [name, write] of [
  ["nginx", nginx],
  ["caddy", caddy],
] as const) {
  describe(`a server behind ${name}`, () => {
    const servers = new Servers();
    let running: ChildProcess;
    let ports: Ports;
    let cert: Buffer;
    let output = "";
    before(async () => {
      const folder = scratchFolder(`azimuth-${name}-`);
      const server = await servers.start(["--data-dir", servers.folder, "--allowed-hosts", NAME]);
      const made = selfSigned();
      cert = made.cert;
      writeFileSync(join(folder, "vectors.example.pem"), made.cert);
      writeFileSync(join(folder, "vectors.example.key"), made.key);
      ports = { rest: await freePort(), ui: await freePort(), grpc: await freePort() };
      const args = write(folder, server, ports);
      running = spawn(proxy(name), args, {
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      running.stderr!.on("data", (chunk) => {
        output += chunk;
      });
      await until(async () => {
        expect(running.exitCode, output).to.equal(null);
        return await isOpen(ports.grpc);
      });
    });
    after(async () => {
      running.kill();
      await servers.close();
    });

    /** Sends a request as a client elsewhere would. @param body bytes, or pieces that are sent one after another */
    async function call(port: number, method: string, path: string, body: string | Iterable<string> = "") {
      const options = { host: "127.0.0.1", port, method, path, servername: NAME, rejectUnauthorized: false };
      const sent = request({ ...options, headers: { host: `${NAME}:${port}` } });
      const answered = once(sent, "response");
      for (const piece of typeof body === "string" ? [body] : body)
        if (!sent.write(piece)) await once(sent, "drain");
      sent.end();
      const [response] = await answered;
      const bytes = Buffer.concat(await response.toArray());
      return { status: response.statusCode as number, text: bytes.toString("utf8"), bytes: bytes.length };
    }

    it(`a server behind ${name} takes requests, bodies of megabytes and imports of any size, and sends backups`, async () => {
      const config = '{"vectors_config": {"size": 64, "distance": "Dot"}}';
      expect((await call(ports.rest, "PUT", "/collections/c", config)).status).to.equal(200);
      const vector = Array.from({ length: 64 }, (_, i) => i + 0.123456789012);
      const points = Array.from({ length: 3_000 }, (_, id) => ({ id, vector }));
      const upserted = await call(ports.rest, "PUT", "/collections/c/points", JSON.stringify({ points }));
      expect(upserted.status, upserted.text).to.equal(200);
      function* lines() {
        for (let id = 0; id < ROWS; id++) yield `${JSON.stringify({ id: id % 4_000, vector })}\n`;
      }
      const imported = await call(ports.rest, "POST", "/collections/c/points/import", lines());
      const last = JSON.parse(imported.text.trim().split("\n").at(-1)!);
      expect(last.result).to.include({ accepted: ROWS, rejected: 0 });
      const backup = await call(ports.rest, "GET", "/backup");
      expect([backup.status, backup.bytes > 1_000_000]).to.deep.equal([200, true]);
    });

    it(`a server behind ${name} shows its console`, async () => {
      const { status, text } = await call(ports.ui, "GET", "/");
      expect([status, text.includes("<title>")]).to.deep.equal([200, true]);
    });

    it(`a server behind ${name} takes calls over gRPC`, async () => {
      const options = { "grpc.ssl_target_name_override": "localhost", "grpc.default_authority": NAME };
      const definitions = definitionsIn("azimuth/v1/collections_service.proto");
      const client = new PlainClient(
        definitions,
        `127.0.0.1:${ports.grpc}`,
        credentials.createSsl(cert),
        options,
      );
      const vectors_config = { params: { size: 1, distance: "Dot" } };
      await client.call("azimuth.v1.Collections/Create", { collection_name: "called", vectors_config });
      const { collections } = await client.call("azimuth.v1.Collections/List");
      client.close();
      expect(collections.map((one: { name: string }) => one.name)).to.include("called");
    });

    it(`a server behind ${name} does not take requests from elsewhere for those of its machine`, async () => {
      const { status } = await call(
        ports.rest,
        "POST",
        "/auth/admin",
        '{"password": "correct horse battery"}',
      );
      expect(status).to.be.within(401, 403);
    });
  });
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return (await new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy())) as boolean;
}
