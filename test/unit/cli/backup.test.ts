// The secrets of a server in the commands backup and restore: which flags are accepted, and what is printed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Command } from "commander";
import { addBackupCommand, type BackupParts } from "../../../src/cli/backup.ts";
import { addOfflineCommands, type OfflineParts } from "../../../src/cli/offline.ts";
import { takeOver } from "../../../src/storage/format.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { readParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { readSetupCode } from "../../support/setup-code.ts";
import { freshDir } from "../storage/fixtures.ts";
import { NEW, PARAMS } from "../storage/params-fixtures.ts";
import { StoredDirectory } from "../storage/stored-fixtures.ts";

describe("azimuth backup and restore", () => {
  let dataDir: string;
  let backup: string;
  let restored: string;
  let passphrase: string;
  beforeEach(() => {
    const stored = new StoredDirectory();
    takeOver(nodeFs, stored.dir);
    stored.append(3);
    dataDir = stored.dir;
    const folder = freshDir();
    [backup, restored, passphrase] = ["backup", "restored", "passphrase"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(passphrase, "correct horse battery staple\n");
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
    const parts: BackupParts & OfflineParts = {
      version: "0",
      token: () => null,
      url: () => null,
      dataDirOf: (flag) => flag!,
      stdout: output,
      stderr: output,
      run: async (command) => {
        await command().catch((error: Error) => {
          printed += error.message;
        });
      },
    };
    addBackupCommand(program, parts);
    addOfflineCommands(program, parts);
    await program.parseAsync(["node", "azimuth", ...args]);
    return printed;
  }

  const withPassphrase = () => ["--passphrase-file", passphrase];

  it("azimuth backup and restore leave secrets out, and a restored server starts closed, with its setup code", async () => {
    findParams(nodeFs, dataDir, () => PARAMS);
    expect(await run("backup", backup, "--data-dir", dataDir)).to.contain(
      "it contains no secrets: neither admin nor tokens nor licenses of the server (see --with-secrets)",
    );
    const printed = await run("restore", backup, "--data-dir", restored);
    expect(printed).to.contain(
      "authentication is on, as it was; admin, tokens and licenses are not restored\n" +
        `  the setup code in ${join(restored, "setup-code")} makes a new admin\n`,
    );
    expect(printed).to.not.contain(readSetupCode(nodeFs, restored));
  });

  it("azimuth backup and restore include secrets encrypted with a passphrase and restore them", async () => {
    findParams(nodeFs, dataDir, () => PARAMS);
    const made = await run("backup", backup, "--data-dir", dataDir, "--with-secrets", ...withPassphrase());
    expect(made).to.contain(
      "it contains admin, tokens and licenses of the server, encrypted with the passphrase",
    );
    const printed = await run("restore", backup, "--data-dir", restored, ...withPassphrase());
    expect(printed).to.contain("admin, tokens and licenses are those of the backup");
    expect(readParams(nodeFs, restored)).to.deep.equal(PARAMS);
  });

  it("azimuth backup and restore report that secrets are not restored when a new server without any is backed up", async () => {
    findParams(nodeFs, dataDir, () => NEW);
    await run("backup", backup, "--data-dir", dataDir);
    expect(await run("restore", backup, "--data-dir", restored)).to.contain(
      "admin, tokens and licenses, if there were any, are not restored",
    );
    expect(readSetupCode(nodeFs, restored)).to.equal(null);
  });

  it("azimuth backup and restore never write secrets unencrypted: one flag without the other is refused", async () => {
    findParams(nodeFs, dataDir, () => PARAMS);
    for (const flags of [["--with-secrets"], withPassphrase()]) {
      const refused = await run("backup", backup, "--data-dir", dataDir, ...flags);
      expect(refused).to.equal(
        "--with-secrets and --passphrase-file go together: secrets are never backed up in clear",
      );
    }
    expect(nodeFs.exists(backup)).to.equal(false);
  });

  it("azimuth backup and restore refuse flags for this machine beside the address of a server, and the reverse", async () => {
    const url = ["--url", "http://127.0.0.1:1"];
    for (const [flag, ...values] of [["--data-dir", dataDir], ["--with-secrets"], withPassphrase()]) {
      expect(await run("backup", backup, ...url, flag!, ...values)).to.equal(
        `--url downloads a backup without secrets from a server: ${flag} is for a data directory of this machine`,
      );
    }
    expect(await run("backup", backup, "--token", "t")).to.equal(
      "--token is for a server: name it with --url",
    );
    expect(nodeFs.exists(backup)).to.equal(false);
  });
});
