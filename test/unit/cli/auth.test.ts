// The commands of `azimuth auth` from switching authentication on to switching it off, and how commands find the
// server.
import { Readable } from "node:stream";
import { expect } from "chai";
import { type CliOptions, runCli } from "../../support/cli.ts";
import { PASSWORD } from "../../support/guarded.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

describe("azimuth auth", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const run = (args: string[], options: CliOptions = {}) =>
    runCli(["auth", ...args], { url: server.url, ...options });

  it("azimuth auth creates the admin, switches authentication on, creates a token and switches authentication off again", async () => {
    const adminPassword = PASSWORD;
    expect((await run(["status"])).stdout).to.equal("authentication is off; there is no admin yet\n");
    expect((await run(["admin"], { adminPassword })).code).to.equal(0);
    const closed = await runCli(["token", "list", "--url", server.url], { token: "x" });
    expect(closed.stderr).to.contain("requires auth_enabled=true; azimuth auth enable sets it");
    expect((await run(["enable"], { adminPassword })).stdout).to.match(/^authentication is on: /);
    const login = await run(["login"], { adminPassword });
    expect(login.stdout).to.match(/^ey\S+\n$/);
    expect(login.stderr).to.contain("60 minutes");
    const token = login.stdout.trim();
    expect((await run(["status"], { token })).stdout).to.equal("authentication is on; there is an admin\n");
    const made = await runCli(["token", "create", "ci"], { token, url: server.url });
    expect(made.stdout).to.match(/^az_\d+_/);
    expect((await run(["disable"], { token })).stdout).to.match(/^authentication is off: /);
    expect((await server.call("GET", "/collections")).status).to.equal(200);
  });

  it("azimuth auth reads the password from a pipe or from the terminal, where a new one is asked for twice", async () => {
    const differ = await run(["admin"], { typed: [PASSWORD, "Another-Horse-8"] });
    expect([differ.code, differ.stderr]).to.deep.equal([
      2,
      "azimuth: the two passwords differ; nothing was changed\n",
    ]);
    expect((await run(["admin"], { typed: [PASSWORD, PASSWORD] })).code).to.equal(0);
    const stdin = () => Readable.from([Buffer.from(`${PASSWORD}\n`)]);
    expect((await run(["login", "--password-stdin"], { stdin: stdin() })).code).to.equal(0);
    const nobody = await run(["login"]);
    expect([nobody.code, nobody.stderr.includes("AZIMUTH_ADMIN_PASSWORD_FILE")]).to.deep.equal([2, true]);
  });

  it("azimuth auth logs in to switch authentication if the environment has an access token, which may not switch it", async () => {
    await run(["admin"], { adminPassword: PASSWORD });
    const { code } = await run(["enable"], { adminPassword: PASSWORD, token: "az_1_something" });
    expect(code).to.equal(0);
    expect(server.params.current.authEnabled).to.equal(true);
  });

  it("azimuth auth reports that the server has no admin if logging in or switching needs one", async () => {
    for (const command of ["enable", "login"]) {
      const { code, stderr } = await run([command], { adminPassword: PASSWORD });
      expect([code, stderr]).to.deep.equal([
        1,
        "azimuth: there is no admin yet: azimuth auth admin creates one\n",
      ]);
    }
  });

  it("azimuth auth prints errors of the server: a wrong password, a second admin", async () => {
    await run(["admin"], { adminPassword: PASSWORD });
    const wrong = await run(["login"], { adminPassword: "Another-Horse-8" });
    expect([wrong.code, wrong.stderr]).to.deep.equal([1, "azimuth: Invalid username or password\n"]);
    const second = await run(["admin"], { adminPassword: PASSWORD });
    expect([second.code, second.stderr]).to.deep.equal([1, "azimuth: Username already exists\n"]);
    for (const { stdout, stderr } of [wrong, second]) expect(stdout + stderr).to.not.contain("Horse");
  });
});

describe("the environment variable AZIMUTH_URL", () => {
  it("the environment variable AZIMUTH_URL is the address of the server for commands without the flag", async () => {
    const server = await startTestServer();
    try {
      const { code, stdout } = await runCli(["collections", "list", "--json"], { url: server.url });
      expect([code, stdout.includes("[]")]).to.deep.equal([0, true]);
      expect((await runCli(["status"], { url: server.url.replace("http://", "") })).code).to.equal(0);
      expect((await runCli(["license", "status"], { url: server.url })).stdout).to.match(
        /^community: up to /,
      );
      const flag = await runCli(["status", "--url", server.url], { url: "http://127.0.0.1:9" });
      expect(flag.code).to.equal(0);
      const wrong = await runCli(["status"], { url: "ftp://x" });
      expect([wrong.code, wrong.stderr]).to.deep.equal([
        2,
        'azimuth: AZIMUTH_URL: expected an address such as http://127.0.0.1:6573, got "ftp://x"\n',
      ]);
    } finally {
      await server.close();
    }
  });
});
