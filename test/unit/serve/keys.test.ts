// API keys and a password in the environment of a server. The decision: they protect the server from the first request
// on, and neither output nor data directory contains them.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig, loadSecrets } from "../../../src/config/environment.ts";
import { bearer, PASSWORD } from "../../support/guarded.ts";
import { runMain } from "../../support/process.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { adminStatus, ask, logIn, readStatus } from "../../support/secured.ts";
import { refusedHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";
import { itWeekly } from "../../support/weekly.ts";

describe("credentials in the environment:", () => {
  let servers: Servers;
  let elsewhere: string;
  beforeEach(() => {
    servers = new Servers();
    elsewhere = scratchFolder("azimuth-secrets-");
  });
  afterEach(async () => {
    await servers.close();
    rmSync(elsewhere, { recursive: true });
  });

  const start = (env: NodeJS.ProcessEnv = {}) => servers.here({ dataDir: servers.folder }, env);

  /** Starts a server, and expects that it refuses to start. @returns its output */
  async function refused(env: NodeJS.ProcessEnv): Promise<string> {
    const { code, said } = await refusedHere({ dataDir: servers.folder }, env);
    expect(code, said).to.equal(2);
    return said;
  }

  /** Returns the error with which a start with this environment is refused. */
  function refusalOf(env: NodeJS.ProcessEnv): string {
    try {
      loadConfig({}, env);
      loadSecrets(env);
    } catch (error) {
      return String(error);
    }
    return "is not refused";
  }

  function fileWith(text: string): string {
    const path = join(elsewhere, "secret");
    writeFileSync(path, text);
    return path;
  }

  /** Whether a file of the data directory contains the text. */
  function isKept(text: string): boolean {
    const files = readdirSync(servers.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.some(({ name }) => readFileSync(join(servers.folder, name)).includes(text));
  }

  describe("AZIMUTH_API_KEY", () => {
    const KEY = "r7Qk+uU0wYx/Zc3vB1nM5aLpE9sTdGhJ";
    const READING = "a-key-for-dashboards";

    it("AZIMUTH_API_KEY protects a new server from its first request on, and gives access to requests with the key", async () => {
      const server = await start({
        AZIMUTH_API_KEY: KEY,
        AZIMUTH_READ_ONLY_API_KEY_FILE: fileWith(`${READING}\n`),
      });
      expect(await readStatus(server)).to.equal(401);
      expect(await readStatus(server, bearer(KEY))).to.equal(200);
      expect(await readStatus(server, { "api-key": READING })).to.equal(200);
      expect([
        await adminStatus(server, bearer(KEY)),
        await adminStatus(server, bearer(READING)),
      ]).to.deep.equal([200, 403]);
      expect(server.output())
        .to.contain('"authEnabled":true')
        .and.contain('"by":"AZIMUTH_API_KEY and AZIMUTH_READ');
      expect(server.output()).not.to.contain(KEY).and.not.to.contain(READING);
      expect([isKept(KEY), isKept(READING)]).to.deep.equal([false, false]);
    });

    it("AZIMUTH_API_KEY leaves the server protected when it is removed; if the setting switches authentication off, a warning says that the key has no effect", async () => {
      await (await start({ AZIMUTH_API_KEY: KEY })).stop();
      const without = await start();
      expect([await readStatus(without), await readStatus(without, bearer(KEY))]).to.deep.equal([401, 401]);
      await without.stop();
      const opened = await start({ AZIMUTH_API_KEY: KEY, AZIMUTH_AUTH__ENABLED: "false" });
      expect(await readStatus(opened)).to.equal(200);
      expect(opened.output()).to.contain("AZIMUTH_API_KEY is set and protects nothing");
      await opened.stop();
      expect(await readStatus(await start())).to.equal(401);
    });

    it("AZIMUTH_API_KEY is refused at the start when it is empty, invalid in a header, equal to the other key, or misspelled", async () => {
      for (const [env, text] of [
        [{ AZIMUTH_API_KEY: "" }, "AZIMUTH_API_KEY: expected a key of printable ASCII, got nothing"],
        [{ AZIMUTH_API_KEY: "two words" }, "AZIMUTH_API_KEY: expected a key of printable ASCII"],
        [
          { AZIMUTH_API_KEY_FILE: fileWith("\n") },
          "AZIMUTH_API_KEY: expected a key of printable ASCII, got nothing",
        ],
        [{ AZIMUTH_API_KEY: KEY, AZIMUTH_READ_ONLY_API_KEY: KEY }, "are the same key"],
        [
          { AZIMUTH_APIKEY: KEY },
          "AZIMUTH_APIKEY: unknown environment variable; did you mean AZIMUTH_API_KEY?",
        ],
        [{ AZIMUTH_AUTH: "true" }, "did you mean AZIMUTH_AUTH__ENABLED?"],
        [{ AZIMUTH_AUTH_ENABLED: "true" }, "did you mean AZIMUTH_AUTH__ENABLED?"],
      ] as const) {
        const said = refusalOf(env);
        expect(said).to.contain(text);
        expect(said).not.to.contain(KEY).and.not.to.contain("two words");
      }
      expect(await refused({ AZIMUTH_API_KEY: "two words" })).to.contain("expected a key of printable ASCII");
    });

    it("AZIMUTH_API_KEY is not printed by azimuth config", async () => {
      const env = { AZIMUTH_API_KEY: KEY, AZIMUTH_READ_ONLY_API_KEY: READING };
      for (const args of [
        ["config", "print"],
        ["config", "print", "--json"],
      ]) {
        const { code, stdout, stderr } = await runMain(args, env);
        expect([code, stdout.includes(KEY), stdout.includes(READING), stderr]).to.deep.equal([
          0,
          false,
          false,
          "",
        ]);
        if (args[1] === "print") expect(stdout).to.match(/AZIMUTH_API_KEY"?: ?"?set/);
      }
    });

    it("AZIMUTH_API_KEY may be in a file; a file with more than the key is refused without printing it", async () => {
      const said = await refused({ AZIMUTH_API_KEY: KEY, AZIMUTH_API_KEY_FILE: fileWith(READING) });
      expect(said).to.contain("are both set: give one of them").and.not.contain(KEY).and.not.contain(READING);
    });
  });

  describe("AZIMUTH_ADMIN_PASSWORD", () => {
    itWeekly(
      "AZIMUTH_ADMIN_PASSWORD switches authentication on, also at later starts without it, unless the setting says otherwise",
      async () => {
        const first = await start({ AZIMUTH_ADMIN_PASSWORD: PASSWORD });
        expect(await readStatus(first)).to.equal(401);
        const refusal = await ask(first, {
          method: "PATCH",
          path: "/auth/enabled",
          body: { enabled: false },
          headers: await logIn(first, PASSWORD),
        });
        expect([refusal.status, refusal.body.message]).to.deep.equal([
          403,
          "Authentication is switched on by the configuration of the server: AZIMUTH_ADMIN_PASSWORD. " +
            "Set auth.enabled (AZIMUTH_AUTH__ENABLED) to false and restart the server to switch it off",
        ]);
        await first.stop();
        const off = await start({ AZIMUTH_ADMIN_PASSWORD: PASSWORD, AZIMUTH_AUTH__ENABLED: "false" });
        expect(await readStatus(off)).to.equal(200);
        await off.stop();
        const again = await start({ AZIMUTH_ADMIN_PASSWORD: PASSWORD });
        expect(await readStatus(again)).to.equal(401);
      },
    );
  });
});
