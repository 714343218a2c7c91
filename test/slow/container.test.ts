// The Dockerfile without a container engine: its build in a copy of the sources, its server as another user with files
// that are read-only, and its healthcheck.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { all, commandIn, copyContext, environmentOf, only, readStages } from "../support/dockerfile.ts";

const run = promisify(execFile);
const NOBODY = 65_534;
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs"];
const LONG_MS = 900_000;

describe("a container of Azimuth", function () {
  this.timeout(LONG_MS);
  const [build, second] = readStages();
  let folder: string;
  const at = (name: string) => join(folder, name);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-container-"));
    chmodSync(folder, 0o755);
    mkdirSync(at("src"));
    copyContext(at("src"));
    for (const command of all(build, "RUN")) {
      await run("sh", ["-euc", command], { cwd: at("src"), maxBuffer: 2 ** 26 });
    }
    const [, from] = /^--from=build (\S+) \.\/$/.exec(only(second, "COPY"))!;
    cpSync(join(folder, from!), at("app"), { recursive: true });
    await run("chmod", ["-R", "a=rX", at("app")]);
    mkdirSync(at("data"), { mode: 0o700 });
    chownSync(at("data"), NOBODY, NOBODY);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the environment of the image, with free ports and a volume of this machine. */
  function environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      ...environmentOf(second),
      AZIMUTH_DATA_DIR: at("data"),
      AZIMUTH_REST_PORT: "0",
      AZIMUTH_GRPC_PORT: "0",
      AZIMUTH_UI_PORT: "0",
      AZIMUTH_PORTS_FILE: at("data/ports.json"),
    };
  }

  const inApp = (command: readonly string[]) =>
    command.map((word) => word.replace(/^\/app\//, `${at("app")}/`));
  const healthcheck = () => {
    const [command, ...args] = [...AS_NOBODY, ...inApp(commandIn(only(second, "HEALTHCHECK")))];
    return run(command!, args, { env: environment(), cwd: at("app") }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
    );
  };

  it("a container of Azimuth serves requests as another user with read-only files, is healthy, and stops in order", async () => {
    expect((await healthcheck()).code).to.equal(1);
    const words = [...commandIn(only(second, "ENTRYPOINT")), ...commandIn(only(second, "CMD"))];
    const [command, ...args] = [...AS_NOBODY, ...inApp(words)];
    const server = spawn(command!, args, { env: environment(), cwd: at("app") });
    let output = "";
    const ended = once(server, "close");
    await new Promise<void>((resolve, reject) => {
      const collect = (chunk: Buffer) => {
        output += chunk;
        if (output.includes("ports file written")) resolve();
      };
      server.stdout.on("data", collect);
      server.stderr.on("data", collect);
      void ended.then(() => reject(new Error(output)));
    });
    expect(await healthcheck()).to.have.property("code", 0);
    const port = /"rest":(\d+)/.exec(output)![1];
    const page = await fetch(`http://127.0.0.1:${/"ui":(\d+)/.exec(output)![1]}/`);
    expect(page.status).to.equal(200);
    const created = await fetch(`http://127.0.0.1:${port}/collections/c`, {
      method: "PUT",
      body: JSON.stringify({ vectors_config: { size: 2, distance: "Dot" } }),
    });
    expect(created.status, await created.text()).to.equal(200);
    server.kill("SIGTERM");
    expect((await ended)[0]).to.equal(0);
    expect((await healthcheck()).code).to.equal(1);
  });
});
