// The commands of `azimuth admin` for an owner who has lost the password: their files and their output.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Command } from "commander";
import { addAdminCommands } from "../../../src/cli/admin.ts";
import { takeOver } from "../../../src/storage/format.ts";
import { DirectoryLock } from "../../../src/storage/lock.ts";
import { nodeFs, nodeProcesses } from "../../../src/storage/node-fs.ts";
import { readParams, writeParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { makeSetupCode } from "../../../src/storage/setup-code.ts";
import { readSetupCode } from "../../support/setup-code.ts";
import { freshDir } from "../storage/fixtures.ts";
import { NEW, PARAMS } from "../storage/params-fixtures.ts";

describe("azimuth admin", () => {
  let dir: string;
  beforeEach(() => {
    dir = freshDir();
    takeOver(nodeFs, dir);
  });

  /** The output of the command, or the error it ends with. */
  async function run(...args: string[]): Promise<string> {
    let printed = "";
    const output = {
      write(text: string) {
        printed += text;
        return true;
      },
    };
    const program = new Command();
    addAdminCommands(program, {
      dataDirOf: (flag) => flag ?? dir,
      stdout: output,
      stderr: output,
      run: async (command) => {
        await command().catch((error: Error) => {
          printed += error.message;
        });
      },
    });
    await program.parseAsync(["node", "azimuth", "admin", ...args, "--data-dir", dir]);
    return printed;
  }

  const audited = () => readFileSync(join(dir, "audit.log"), "utf8");

  describe("reset-password", () => {
    it("azimuth admin reset-password writes a setup code beside a running server and prints the request that uses it", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      const lock = await DirectoryLock.acquire(nodeFs, dir, nodeProcesses);
      const printed = await run("reset-password");
      expect(lock.still()).to.equal(true);
      lock.release();
      const code = readSetupCode(nodeFs, dir)!;
      expect(printed).to.contain(join(dir, "setup-code"));
      expect(printed).to.contain(
        `curl -X POST http://127.0.0.1:6573/auth/admin/reset-password -H 'X-Setup-Code: ${code}' `,
      );
      expect(statSync(join(dir, "setup-code")).mode & 0o777).to.equal(0o600);
    });

    it("azimuth admin reset-password keeps the parameters: the old password is valid until a new one is set", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      await run("reset-password");
      expect(readParams(nodeFs, dir)).to.deep.equal(PARAMS);
    });

    it("azimuth admin reset-password invalidates earlier setup codes", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      const before = makeSetupCode(nodeFs, dir);
      await run("reset-password");
      expect(readSetupCode(nodeFs, dir)).to.not.equal(before);
    });

    it("azimuth admin reset-password prints the request that creates the first admin if the server has none", async () => {
      findParams(nodeFs, dir, () => NEW);
      const printed = await run("reset-password");
      expect(printed).to.contain("there is no admin yet");
      expect(printed).to.contain("http://127.0.0.1:6573/auth/admin -H");
    });

    it("azimuth admin reset-password writes an entry without the setup code to the audit log", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      await run("reset-password");
      expect(JSON.parse(audited())).to.include({ action: "setup_code_made", result: "done", who: "command" });
      expect(audited()).to.not.contain(readSetupCode(nodeFs, dir));
    });

    it("azimuth admin reset-password makes no setup code if the parameters are damaged or missing, and names the command that repairs them", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      rmSync(join(dir, "server_params.btr"));
      expect(await run("reset-password")).to.match(/is missing\. Make a new one: azimuth admin new-params/);
      writeFileSync(join(dir, "server_params.btr"), "scrap");
      expect(await run("reset-password")).to.match(
        new RegExp(`is damaged at byte 0: .*: azimuth admin new-params --data-dir ${dir}$`),
      );
      expect(readSetupCode(nodeFs, dir)).to.equal(null);
    });

    it("azimuth admin reset-password tells users who have never started a server to start it first", async () => {
      expect(await run("reset-password")).to.contain("has no server_params.btr yet: start the server");
      expect(readSetupCode(nodeFs, dir)).to.equal(null);
    });

    it("azimuth admin reset-password requires a data directory", async () => {
      dir = freshDir();
      expect(await run("reset-password")).to.contain("is not a data directory");
      expect(nodeFs.list(dir)).to.deep.equal([]);
    });
  });

  describe("new-params", () => {
    it("azimuth admin new-params makes new parameters and a setup code, and prints what is lost, what is kept and what to do", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      writeFileSync(join(dir, "server_params.btr"), "scrap");
      const printed = await run("new-params");
      expect(printed).to.match(/is new; what was there is kept as .*quarantine/);
      expect(printed).to.contain("admin, tokens and licenses are gone, and every login is void");
      expect(printed).to.contain(`azimuth serve --data-dir ${dir}`);
      expect(printed).to.contain(`/auth/admin -H 'X-Setup-Code: ${readSetupCode(nodeFs, dir)}'`);
      expect(readParams(nodeFs, dir)).to.deep.include({ authEnabled: true, admin: null });
      expect(nodeFs.exists(join(dir, "LOCK"))).to.equal(false);
    });

    it("azimuth admin new-params makes new parameters if their file is missing", async () => {
      findParams(nodeFs, dir, () => PARAMS);
      rmSync(join(dir, "server_params.btr"));
      expect(await run("new-params")).to.contain("is new; there was none");
    });

    it("azimuth admin new-params writes an entry without a secret to the audit log", async () => {
      writeFileSync(join(dir, "server_params.btr"), "scrap");
      await run("new-params");
      expect(JSON.parse(audited())).to.include({ action: "params_replaced", result: "done", who: "command" });
      for (const secret of [readSetupCode(nodeFs, dir)!, readParams(nodeFs, dir)!.jwtSecret])
        expect(audited()).to.not.contain(secret);
    });

    it("azimuth admin new-params is refused beside a running server", async () => {
      writeFileSync(join(dir, "server_params.btr"), "scrap");
      const lock = await DirectoryLock.acquire(nodeFs, dir, nodeProcesses);
      expect(await run("new-params")).to.contain("is open in this process already");
      lock.release();
      expect(readFileSync(join(dir, "server_params.btr"), "utf8")).to.equal("scrap");
    });

    it("azimuth admin new-params is refused if the file of the parameters is intact, and releases the directory", async () => {
      writeParams(nodeFs, dir, PARAMS);
      expect(await run("new-params")).to.contain("is whole, and nothing was changed");
      expect(readParams(nodeFs, dir)).to.deep.equal(PARAMS);
      expect(nodeFs.exists(join(dir, "LOCK"))).to.equal(false);
    });
  });
});
