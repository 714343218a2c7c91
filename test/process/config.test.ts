// `azimuth config` and `azimuth serve --config` in processes. The decision: all errors of settings are reported
// together, each with its source.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { flagOf, SETTINGS, type Setting, variableOf } from "../../src/config/environment.ts";
import { keyOf } from "../../src/config/setting.ts";
import { selfSigned } from "../support/certificate.ts";
import { runMain } from "../support/process.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";
import { EXAMPLES } from "../unit/config/examples.ts";

/** Returns how many of the first parts of two paths are the same. */
function sharedBy(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((part, i) => part !== other[i]);
  return differs < 0 ? one.length : differs;
}

describe("azimuth config", () => {
  let servers: Servers;
  let path: string;
  beforeEach(() => {
    servers = new Servers();
    path = join(servers.folder, "azimuth.yaml");
  });
  afterEach(() => servers.close());

  it("azimuth config prints the settings and their sources", async () => {
    writeFileSync(path, "shutdown_timeout: 7\n");
    const { code, stdout } = await runMain(["config", "print", "--config", path, "--host", "0.0.0.0"]);
    expect(code).to.equal(0);
    expect(stdout).to.contain(`shutdown_timeout: 7 # ${path}:1\n`).and.contain('host: "0.0.0.0" # --host\n');
    expect(stdout)
      .to.contain("grpc_port: 0 # AZIMUTH_GRPC_PORT\n")
      .and.contain("rest_port: 6573 # default\n");
  });

  it("azimuth config validates a file with exit code 0", async () => {
    writeFileSync(path, "workers: 1\n");
    const { code, stdout } = await runMain(["config", "validate", path]);
    expect([code, stdout]).to.deep.equal([0, "the settings are right\n"]);
  });

  it("azimuth config reports all errors of a file, with exit code 1", async () => {
    writeFileSync(path, "workers: none\nrestport: 1\n");
    const { code, stderr } = await runMain(["config", "validate", path]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`${path}:1: workers: expected a number of threads`);
    expect(stderr).to.contain(`${path}:2: restport: unknown setting; did you mean rest_port?`);
  });

  it("azimuth config reports what a start would refuse: contradicting keys, too little memory, a weak secret", async () => {
    writeFileSync(join(servers.folder, "cert.pem"), selfSigned().cert);
    writeFileSync(join(servers.folder, "key.pem"), selfSigned().key);
    const pair = `tls_cert: ${servers.folder}/cert.pem\ntls_key: ${servers.folder}/key.pem\n`;
    writeFileSync(path, `${pair}memory_limit: 1MiB\n`);
    const { code, stderr } = await runMain(["config", "validate", path], { SERVICE_JWT_SECRET: "hunter2" });
    expect(code).to.equal(1);
    expect(stderr).to.contain("cannot be used").and.contain("The memory limit is 1 MiB");
    expect(stderr).to.contain("SERVICE_JWT_SECRET: expected 16 bytes").and.not.contain("hunter2");
  });

  it("azimuth config prints the settings with which a server starts", async () => {
    writeFileSync(path, `data_dir: ${servers.folder}/data\nworkers: 1\nextended_api: true\n`);
    const server = await servers.start(["--config", path]);
    expect(server.output()).to.contain(`"path":"${servers.folder}/data"`);
    expect((await fetch(`${server.url}/aliases`)).status).to.equal(200);
  });

  describe("for several wrong settings,", () => {
    const wrongOnes = SETTINGS.filter(({ name }) => EXAMPLES[name].wrong.length > 0);
    const wrongOf = ({ name }: Setting) => {
      const { wrong } = EXAMPLES[name];
      return wrong.find((text) => text.trim() !== "") ?? wrong[0]!;
    };

    /** @param sourceOf the source that the error names before the expected value */
    function expectAll(
      { code, stdout, stderr }: { code: number | null; stdout: string; stderr: string },
      sourceOf: (setting: Setting) => string,
    ): void {
      expect([code, stdout]).to.deep.equal([2, ""]);
      const lines = stderr
        .trimEnd()
        .replace(/^azimuth: /gm, "")
        .split("\n");
      expect(lines).to.have.lengthOf(wrongOnes.length);
      for (const setting of wrongOnes) {
        const source = sourceOf(setting);
        const line = lines.find((one) => one.includes(`${source}: `));
        const got = wrongOf(setting).includes("\n") ? "several lines" : JSON.stringify(wrongOf(setting));
        // A value of many parts, or with a password in it, is not shown.
        const end = setting.isMap || setting.withoutSecret ? /$/ : new RegExp(`, got ${escaped(got)}$`);
        expect(line, source).to.contain(": expected ").and.match(end);
      }
    }

    for (const command of [["serve"], ["config", "print"]]) {
      const register = command[0] === "serve" ? it : itWeekly;
      register(
        `azimuth ${command.join(" ")} names each flag, its value and the expected value, and exits with 2`,
        async () => {
          const flags = wrongOnes.map((setting) => `${flagOf(setting)}=${wrongOf(setting)}`);
          expectAll(await runMain([...command, ...flags]), flagOf);
        },
      );
    }

    it("azimuth serve names each variable of the environment", async () => {
      const all = wrongOnes.map((setting) => [variableOf(setting), wrongOf(setting)]);
      expectAll(await runMain(["serve"], Object.fromEntries(all)), variableOf);
    });

    it("azimuth serve names each key of the configuration file with its line", async () => {
      const sectionsOf = (setting: Setting | undefined) =>
        setting ? keyOf(setting).split(".").slice(0, -1) : [];
      const lines = wrongOnes.map((setting, i) => {
        const sections = sectionsOf(setting);
        const shared = sharedBy(sections, sectionsOf(wrongOnes[i - 1]));
        const kept = sharedBy(sections, sectionsOf(wrongOnes[i + 1]));
        // The keys of a section stand on lines of their own, one after another.
        const begin =
          (shared > 0 ? "  " : "") +
          sections
            .slice(shared)
            .map((name) => `${name}: { `)
            .join("");
        const end = " }".repeat(sections.length - kept) + (kept > 0 ? "," : "");
        return `${begin}${keyOf(setting).split(".").at(-1)}: ${JSON.stringify(wrongOf(setting))}${end}`;
      });
      writeFileSync(path, lines.join("\n"));
      const at = (setting: Setting) => `${path}:${wrongOnes.indexOf(setting) + 1}: ${keyOf(setting)}`;
      expectAll(await runMain(["serve", "--config", path]), at);
    });
  });

  itWeekly("azimuth config exits with 2 for contradicting keys and a weak secret", async () => {
    const alone = await runMain(["serve", "--ephemeral", "--tls-cert", "cert.pem"]);
    expect([alone.code, alone.stderr]).to.deep.equal([
      2,
      "azimuth: --tls-cert and --tls-key belong together: give both or neither\n",
    ]);
    const weak = await runMain(["serve", "--ephemeral"], { SERVICE_JWT_SECRET: "hunter2" });
    expect([weak.code, weak.stderr.includes("hunter2")]).to.deep.equal([2, false]);
    const none = await runMain(["healthcheck", "--config", path]);
    expect([none.code, none.stderr]).to.deep.equal([
      2,
      `azimuth: ${path}: the configuration file cannot be read: ENOENT: no such file or directory, open '${path}'\n`,
    ]);
  });

  it("azimuth config does not let a server start with an invalid file", async () => {
    writeFileSync(path, "extended-api: true\n");
    const { code, stderr } = await runMain(["serve", "--ephemeral"], { AZIMUTH_CONFIG: path });
    expect(code).to.equal(2);
    expect(stderr).to.contain("extended-api: unknown setting; did you mean extended_api?");
  });
});

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
