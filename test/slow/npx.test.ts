// `npx azimuth-db serve` in an empty directory, from a registry in this process that has nothing but the package.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ROOT } from "../support/dockerfile.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const run = promisify(execFile);

describe("npx azimuth-db serve", () => {
  let registry: Server;
  let started: ChildProcess;
  const asked: string[] = [];
  const folder = scratchFolder("azimuth-npx-");
  before(async () => {
    const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const [{ filename }] = JSON.parse((await run("npm", pack, { cwd: ROOT })).stdout);
    const tarball = readFileSync(join(folder, filename));
    const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    registry = createServer(({ url, headers }, response) => {
      asked.push(url!);
      if (url!.endsWith(".tgz")) {
        response.end(tarball);
        return;
      }
      if (url !== "/azimuth-db") {
        response.writeHead(404).end("{}");
        return;
      }
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      const { name, version } = manifest;
      const dist = { tarball: `http://${headers.host}/${filename}`, integrity };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          name,
          "dist-tags": { latest: version },
          versions: { [version]: { ...manifest, dist } },
        }),
      );
    }).listen(0, "127.0.0.1");
    await once(registry, "listening");
  });
  after(() => {
    registry.close();
    if (started?.pid !== undefined) process.kill(-started.pid, "SIGTERM");
  });

  it("npx azimuth-db serve starts a server in an empty directory, and fetches no other package", async () => {
    const home = scratchFolder("azimuth-empty-");
    const { port } = registry.address() as AddressInfo;
    started = spawn(
      "npx",
      [
        "--yes",
        "azimuth-db",
        "serve",
        "--rest-port",
        "0",
        "--grpc-port",
        "0",
        "--ui-port",
        "0",
        "--ports-file",
        "ports.json",
      ],
      {
        ...{ cwd: home, detached: true, stdio: "ignore" },
        env: {
          ...process.env,
          npm_config_registry: `http://127.0.0.1:${port}`,
          npm_config_cache: join(folder, "cache"),
        },
      },
    );
    await until(() => existsSync(join(home, "ports.json")));
    const { rest, ui } = JSON.parse(readFileSync(join(home, "ports.json"), "utf8"));
    const about = await (await fetch(`http://127.0.0.1:${rest}/`)).json();
    expect(about).to.include({ title: "azimuth - vector database" });
    expect(await (await fetch(`http://127.0.0.1:${ui}/`)).text()).to.contain("<title>");
    expect(readdirSync(home).sort()).to.deep.equal(["azimuth-data", "ports.json"]);
    // npm also asks what the optional peer is, and does without it.
    expect(asked.filter((path) => path.endsWith(".tgz"))).to.have.length(1);
  });
});
