// Secrets in the environment of a server: the one that signs logins, and the first password. The decision: they are
// checked at the start, and neither output nor data directory contains them, apart from the signing secret.

import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Headers, PASSWORD } from "../../support/guarded.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { adminStatus, logIn, makeAdmin, switchTo, tryLogin } from "../../support/secured.ts";
import { leftByKill, refusedHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";
import { itWeekly } from "../../support/weekly.ts";

const SECRET = "a secret of thirty-two bytes, or more";
const OTHER_SECRET = "another secret of thirty-two bytes, or more";
const WEAK_PASSWORD = "weak-pass-9";

describe("secrets in the environment:", () => {
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

  const start = (env: NodeJS.ProcessEnv = {}, dataDir = servers.folder) => servers.here({ dataDir }, env);

  /** Starts a server on what a kill of the one at work would leave. */
  const startAfterKill = () => start({}, leftByKill(servers.folder, join(elsewhere, "left")));

  /** Starts a server, and expects that it refuses to start. @returns its output */
  async function refused(env: NodeJS.ProcessEnv): Promise<string> {
    const { code, said } = await refusedHere({ dataDir: servers.folder }, env);
    expect(code, said).to.equal(2);
    return said;
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

  describe("SERVICE_JWT_SECRET", () => {
    async function guarded(server: { readonly url: string }): Promise<Headers> {
      await makeAdmin(server, PASSWORD);
      const admin = await logIn(server, PASSWORD);
      await switchTo(server, admin, true);
      return admin;
    }

    const hmac = (text: string) => createHmac("sha256", SECRET).update(text).digest("base64url");

    it("SERVICE_JWT_SECRET signs logins, replaces the stored secret, and is stored for starts without it", async () => {
      const first = await start();
      const before = await guarded(first);
      await first.stop();
      const second = await start({ SERVICE_JWT_SECRET: SECRET });
      expect(await adminStatus(second, before)).to.equal(401);
      const admin = await logIn(second, PASSWORD);
      const [header, payload, signature] = admin.authorization!.replace("Bearer ", "").split(".");
      expect(signature).to.equal(hmac(`${header}.${payload}`));
      expect(await adminStatus(await startAfterKill(), admin)).to.equal(200);
    });

    itWeekly(
      "SERVICE_JWT_SECRET keeps logins valid at a later start with the same value, also from a file, and invalidates them with another",
      async () => {
        const first = await start({ SERVICE_JWT_SECRET: SECRET });
        expect(first.output()).not.to.contain(SECRET).and.not.to.contain("has less than 32 bytes");
        const admin = await guarded(first);
        await first.stop();
        const second = await start({ SERVICE_JWT_SECRET_FILE: fileWith(`${SECRET}\n`) });
        expect(await adminStatus(second, admin)).to.equal(200);
        await second.stop();
        const third = await start({ SERVICE_JWT_SECRET: OTHER_SECRET });
        expect(await adminStatus(third, admin)).to.equal(401);
        expect(await adminStatus(third, await logIn(third, PASSWORD))).to.equal(200);
      },
    );

    it("SERVICE_JWT_SECRET is refused at the start when it is too short, without being printed", async () => {
      const said = await refused({ SERVICE_JWT_SECRET: "fifteen bytes!!" });
      expect(said).to.contain("SERVICE_JWT_SECRET: expected 16 bytes or more").and.contain("openssl rand");
      expect(said).not.to.contain("fifteen bytes!!");
    });

    it("SERVICE_JWT_SECRET causes a warning when it is short, without being printed", async () => {
      const server = await start({ SERVICE_JWT_SECRET: "sixteen bytes!!!" });
      expect(server.output()).to.contain("SERVICE_JWT_SECRET has less than 32 bytes");
      expect(server.output()).not.to.contain("sixteen bytes!!!");
    });
  });

  describe("AZIMUTH_ADMIN_PASSWORD", () => {
    it("AZIMUTH_ADMIN_PASSWORD creates the admin, also from a file that ends with a line break, removes the setup code, and is not stored", async () => {
      const server = await start({ AZIMUTH_ADMIN_PASSWORD_FILE: fileWith(`${PASSWORD}\n`) });
      await switchTo(server, await logIn(server, PASSWORD), true);
      expect(existsSync(join(servers.folder, "setup-code"))).to.equal(false);
      expect(server.output()).not.to.contain(PASSWORD);
      expect(isKept(PASSWORD)).to.equal(false);
      await logIn(await startAfterKill(), PASSWORD);
    });

    it("AZIMUTH_ADMIN_PASSWORD creates the admin of a server that had none; afterwards the setup code and other passwords are ignored", async () => {
      const first = await start();
      const code = readFileSync(join(servers.folder, "setup-code"), "utf8").trim();
      await first.stop();
      const second = await start({ AZIMUTH_ADMIN_PASSWORD: PASSWORD });
      await logIn(second, PASSWORD);
      const reset = await fetch(`${second.url}/auth/admin/reset-password`, {
        method: "POST",
        headers: { "x-setup-code": code },
        body: JSON.stringify({ password: "Another-Horse-8" }),
      });
      expect(reset.status).to.equal(401);
      await second.stop();
      const third = await start({ AZIMUTH_ADMIN_PASSWORD: "Another-Horse-8" });
      expect(third.output()).to.contain("AZIMUTH_ADMIN_PASSWORD is ignored: there is an admin");
      expect((await tryLogin(third, "Another-Horse-8")).status).to.equal(401);
      await logIn(third, PASSWORD);
    });

    it("AZIMUTH_ADMIN_PASSWORD is refused at the start when it breaks the policy; the error names the rules and not the password", async () => {
      for (const env of [
        { AZIMUTH_ADMIN_PASSWORD: WEAK_PASSWORD },
        { AZIMUTH_ADMIN_PASSWORD_FILE: fileWith(WEAK_PASSWORD) },
      ]) {
        const said = await refused(env);
        expect(said)
          .to.contain("AZIMUTH_ADMIN_PASSWORD")
          .and.match(/12 char/)
          .and.match(/upper-case/);
        expect(said).not.to.contain(WEAK_PASSWORD);
        expect(isKept(WEAK_PASSWORD)).to.equal(false);
      }
    });

    it("AZIMUTH_ADMIN_PASSWORD leaves the setup code valid when it was refused", async () => {
      await refused({ AZIMUTH_ADMIN_PASSWORD: WEAK_PASSWORD });
      const server = await start();
      const code = readFileSync(join(servers.folder, "setup-code"), "utf8").trim();
      expect(code).to.match(/^[0-9A-Z-]{39}$/);
      expect(server.output()).to.contain(`"path":"${servers.folder}/setup-code"`).and.contain("X-Setup-Code");
      expect(server.output()).not.to.contain(code);
    });

    it("AZIMUTH_ADMIN_PASSWORD is refused at the start when it is given twice, or its file is missing", async () => {
      const twice = { AZIMUTH_ADMIN_PASSWORD: PASSWORD, AZIMUTH_ADMIN_PASSWORD_FILE: fileWith(PASSWORD) };
      expect(await refused(twice))
        .to.contain("are both set: give one of them")
        .and.not.contain(PASSWORD);
      const said = await refused({ AZIMUTH_ADMIN_PASSWORD_FILE: "/nowhere/password" });
      expect(said).to.contain("AZIMUTH_ADMIN_PASSWORD_FILE").and.contain("/nowhere/password");
    });
  });
});
