// The files of src/deploy. The decision: instead of a container engine, the test starts processes with the settings,
// probes and credentials of the files; ports and the volume are replaced.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse, parseAllDocuments } from "yaml";
import { commandIn, environmentOf, only, ROOT, readStages } from "../support/dockerfile.ts";
import { bearer, PASSWORD } from "../support/guarded.ts";
import { runMain, type ServerProcess } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { readStatus } from "../support/secured.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const [, image] = readStages();
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SECRETS: Readonly<Record<string, string>> = {
  "api-key": "3q2-7w_Zk1v8bX0yR5tUaLmN9cPdEfGh",
  "read-only-api-key": "dashboards-mY4hT6jK8lQ2wE0r",
  "admin-password": PASSWORD,
};

/** Returns the environment of the image, as far as it applies outside of a container. */
function imageEnvironment(): Record<string, string> {
  const { AZIMUTH_DATA_DIR: _, ...rest } = environmentOf(image);
  return rest;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

describe("a server with the settings of a file of src/deploy", () => {
  let servers: Servers;
  let elsewhere: string;
  beforeEach(() => {
    servers = new Servers();
    elsewhere = scratchFolder("azimuth-deploy-");
    expect(commandIn(only(image, "CMD"))).to.deep.equal(["serve"]);
  });
  afterEach(async () => {
    await servers.close();
    rmSync(elsewhere, { recursive: true });
  });

  const start = (env: Record<string, string>) =>
    servers.start(["--data-dir", servers.folder], { ...imageEnvironment(), ...env });

  async function expectGuarded(server: ServerProcess, key: string): Promise<void> {
    expect(await readStatus(server)).to.equal(401);
    expect(await readStatus(server, bearer("another-key"))).to.equal(401);
    expect(await readStatus(server, bearer(key))).to.equal(200);
    const made = await fetch(`${server.url}/collections/c`, {
      method: "PUT",
      headers: bearer(key),
      body: JSON.stringify({ vectors: { size: 2, distance: "Dot" } }),
    });
    expect(made.status).to.equal(200);
    for (const secret of Object.values(SECRETS)) expect(server.output()).to.not.contain(secret);
  }

  itWeekly(
    "a server with the settings of a file of src/deploy accepts the key of the compose file, is healthy by the check of the image, and stops in order",
    async () => {
      const { environment } = parse(read("src/deploy/compose.yaml")).services.azimuth;
      const key = SECRETS["api-key"]!;
      const env = Object.fromEntries(
        Object.entries<string>(environment).map(([name, value]) => [
          name,
          value.replace(/^\$\{AZIMUTH_API_KEY:\?[^}]*\}$/, key),
        ]),
      );
      const server = await start(env);
      await expectGuarded(server, key);
      const [, , ...check] = commandIn(only(image, "HEALTHCHECK"));
      const healthy = await runMain([...check, "--url", server.url], imageEnvironment());
      expect(healthy.code, healthy.stdout + healthy.stderr).to.equal(0);
      expect(await server.stop()).to.include({ code: 0 });
    },
  );

  it("a server with the settings of a file of src/deploy accepts the keys and the password of the manifest and answers its probes", async () => {
    const [, set] = parseAllDocuments(read("src/deploy/kubernetes.yaml")).map((one) => one.toJS());
    const [container] = set.spec.template.spec.containers;
    const values: Record<string, string> = {};
    for (const { name, value, valueFrom } of container.env) {
      const given = valueFrom?.fieldRef ? "team" : SECRETS[valueFrom?.secretKeyRef.key];
      values[name] = (value ?? given).replace(/\$\((\w+)\)/g, (_: string, other: string) => values[other]);
    }
    const server = await start(values);
    await expectGuarded(server, SECRETS["api-key"]!);
    const reading = bearer(SECRETS["read-only-api-key"]!);
    expect((await fetch(`${server.url}/metrics`, { headers: reading })).status).to.equal(200);
    const refused = await fetch(`${server.url}/collections/c`, { method: "DELETE", headers: reading });
    expect(refused.status).to.equal(403);
    const urls: Readonly<Record<string, string>> = { rest: server.url, ui: server.uiUrl };
    for (const name of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path, port } = (container[name] as Probe).httpGet;
      expect((await fetch(urls[port] + path)).status, name).to.equal(200);
    }
    const login = await fetch(`${server.url}/auth/admin/login`, {
      method: "POST",
      body: JSON.stringify({ password: SECRETS["admin-password"] }),
    });
    expect(login.status, await login.text()).to.equal(200);
    expect(await server.stop()).to.include({ code: 0 });
  });

  itWeekly(
    "a server with the settings of a file of src/deploy accepts the key that the systemd unit reads from a file",
    async () => {
      const unit = read("src/deploy/azimuth.service");
      const path = join(elsewhere, "api-key");
      writeFileSync(path, `${SECRETS["api-key"]}\n`);
      const pairs = Array.from(unit.matchAll(/(AZIMUTH_\w+)=(\S+)/g), ([, name, value]) => [
        name!,
        value!.replace("%d/api-key", path),
      ]);
      const { AZIMUTH_DATA_DIR: _, ...env } = Object.fromEntries(pairs) as Record<string, string>;
      expect(/^ExecStart=\S+ (.*)$/m.exec(unit)![1]).to.equal("serve");
      await expectGuarded(await start(env), SECRETS["api-key"]!);
    },
  );

  it("a server with the settings of a file of src/deploy does not start with an empty AZIMUTH_API_KEY, which a compose file without its secret would set", async () => {
    const args = ["serve", "--rest-port", "0", "--data-dir", servers.folder];
    const { code, stderr } = await runMain(args, { ...imageEnvironment(), AZIMUTH_API_KEY: "" });
    expect([code, stderr.includes("AZIMUTH_API_KEY")]).to.deep.equal([2, true]);
  });
});
