// The parameters of the server in a backup: secrets are never unencrypted, and a server with authentication is restored
// with authentication.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { makeBackup } from "../../../src/storage/backup.ts";
import { readBackupList } from "../../../src/storage/backup-list.ts";
import { takeOver } from "../../../src/storage/format.ts";
import { decryptWith, encryptWith } from "../../../src/storage/node-encryption.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import type { Params } from "../../../src/storage/params.ts";
import { readParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { restoreBackup } from "../../../src/storage/restore.ts";
import { readSealed, writeSealed } from "../../../src/storage/sealed-file.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { readSetupCode } from "../../support/setup-code.ts";
import { crashCopy, freshDir } from "./fixtures.ts";
import { NEW, PARAMS } from "./params-fixtures.ts";
import { dropOf, StoredDirectory } from "./stored-fixtures.ts";

const PASSPHRASE = "correct horse battery staple";
const HASH = "c29tZSBoYXNoIHRoYXQgaXMgbG9uZw";
const SECRET: Params = {
  ...PARAMS,
  tokens: PARAMS.tokens.map((token) => ({ ...token, hash: HASH })),
  admin: { createdAt: 1, password: { ...PARAMS.admin!.password, hash: HASH } },
};
const SECRETS = [SECRET.jwtSecret, HASH, SECRET.licenses[0]!];
const OPTIONS = { version: "0", dropOf };
/** A small cost of the key, which is derived in most tests. */
const encrypt = encryptWith(PASSPHRASE, { n: 2 ** 10, r: 8, p: 1 });
const decrypt = decryptWith(PASSPHRASE);

const never = () => {
  throw new Error("this directory has had parameters");
};

/** A directory with data, and with the given parameters if any. */
function directoryWith(params: Params | null): StoredDirectory {
  const stored = new StoredDirectory();
  takeOver(nodeFs, stored.dir);
  stored.append(10);
  if (params !== null) findParams(nodeFs, stored.dir, () => params);
  return stored;
}

function backUp({ dir }: { dir: string }, options: object = {}) {
  const backup = join(freshDir(), "backup");
  return { backup, report: makeBackup(nodeFs, dir, backup, { ...OPTIONS, ...options }) };
}

function restore(backup: string, options: object = {}) {
  const dir = join(freshDir(), "data");
  return { dir, report: restoreBackup(nodeFs, nodeKindOf, backup, dir, options) };
}

const verify = (dir: string) => verifyDirectory(nodeFs, nodeKindOf, dropOf, dir);

/** Everything below a directory as one text. */
function allBytes(dir: string): string {
  return readdirSync(dir, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory() ? allBytes(join(dir, entry.name)) : readFileSync(join(dir, entry.name), "latin1"),
    )
    .join("\n");
}

describe("a backup of a server with authentication", () => {
  let made: string;
  before(() => {
    made = backUp(directoryWith(SECRET)).backup;
  });

  it("a backup of a server with authentication has no secrets, and says so", () => {
    for (const secret of SECRETS) expect(allBytes(made)).to.not.contain(secret);
    expect(readdirSync(made).sort()).to.deep.equal(["BACKUP.json", "VERSION", "wal"]);
    expect(readBackupList(nodeFs, made)).to.include({ auth: true, secrets: false });
    expect(readFileSync(join(made, "BACKUP.json"), "utf8")).to.contain(
      "This backup contains no secrets of the server, and so neither its admin nor tokens nor licenses. " +
        "Authentication was on, and will be on in what is restored from it.",
    );
  });

  it("a backup of a server with authentication is restored closed: authentication is on, and only the setup code gives access", () => {
    const { dir, report } = restore(made);
    expect(report).to.include({ closed: true, secretsRestored: false });
    takeOver(nodeFs, dir);
    const { params, isNew } = findParams(nodeFs, dir, never);
    expect(isNew).to.equal(false);
    expect(params).to.deep.include({ authEnabled: true, admin: null, tokens: [], licenses: [] });
    expect(params.jwtSecret).to.not.equal(SECRET.jwtSecret);
    expect(readSetupCode(nodeFs, dir)).to.be.a("string");
    for (const name of ["server_params.btr", "setup-code"])
      expect(statSync(join(dir, name)).mode & 0o777).to.equal(0o600);
    expect(verify(dir).damage).to.deep.equal([]);
  });

  it("a backup of a server with authentication is restored with other secrets each time", () => {
    const secrets = [restore(made), restore(made)].map(({ dir }) => readParams(nodeFs, dir)!.jwtSecret);
    expect(secrets[0]).to.not.equal(secrets[1]);
  });

  it("a backup of a server with authentication is not served without authentication when it is used as a data directory", () => {
    const copy = crashCopy(made);
    rmSync(join(copy, "BACKUP.json"));
    takeOver(nodeFs, copy);
    expect(() => findParams(nodeFs, copy, () => NEW)).to.throw(StartRefused, "is missing");
  });

  it("a backup of a server with authentication accepts no passphrase for secrets that it does not have", () => {
    expect(() => restore(made, { decrypt })).to.throw(InvalidArgument, "leave out --passphrase-file");
  });

  it("a backup of a server with authentication has authentication on when the parameters are damaged or missing", () => {
    const stored = directoryWith(NEW);
    writeFileSync(stored.path("server_params.btr"), "scrap");
    const damaged = backUp(stored).report;
    expect(damaged).to.include({ auth: true, secrets: false });
    expect(damaged.faults[0]).to.match(/server_params\.btr is damaged at byte 0/);
    rmSync(stored.path("server_params.btr"));
    const missing = backUp(stored).report;
    expect(missing).to.deep.include({
      auth: true,
      faults: [`${stored.path("server_params.btr")} is missing`],
    });
  });
});

describe("a backup of a server without authentication", () => {
  for (const [what, params] of [
    ["authentication was off", NEW],
    ["its version had no authentication", null],
  ] as const) {
    it(`a backup of a server without authentication is restored like a new server: ${what}`, () => {
      const { backup, report } = backUp(directoryWith(params));
      expect(report).to.deep.include({ auth: false, secrets: false, faults: [] });
      const { dir, report: restored } = restore(backup);
      expect(restored).to.include({ closed: false, secretsRestored: false });
      takeOver(nodeFs, dir);
      expect(findParams(nodeFs, dir, () => NEW).isNew).to.equal(true);
    });
  }

  it("a backup of a server without authentication is restored as before if an earlier version made it", () => {
    const { backup } = backUp(directoryWith(null));
    const path = join(backup, "BACKUP.json");
    const { auth: _, ...list } = readSealed(nodeFs, path, { kind: "backup", version: 2 }) as {
      auth: boolean;
    };
    writeSealed(nodeFs, backup, "BACKUP.json", { kind: "backup", version: 1 }, list);
    expect(restore(backup).report).to.include({ auth: false, closed: false });
  });
});

describe("a backup with secrets", () => {
  let made: string;
  let backup: string;
  before(() => {
    made = backUp(directoryWith(SECRET), { encrypt }).backup;
  });
  beforeEach(() => {
    backup = crashCopy(made);
  });

  it("a backup with secrets has the secrets encrypted and never in clear, and says so", () => {
    for (const secret of SECRETS) expect(allBytes(made)).to.not.contain(secret);
    expect(readBackupList(nodeFs, made)).to.include({ auth: true, secrets: true });
    expect(readFileSync(join(made, "BACKUP.json"), "utf8")).to.contain("encrypted with a passphrase");
  });

  it("a backup with secrets restores admin, tokens and licenses with its passphrase", () => {
    const { dir, report } = restore(backup, { decrypt });
    expect(report).to.include({ closed: false, secretsRestored: true });
    takeOver(nodeFs, dir);
    expect(findParams(nodeFs, dir, never)).to.deep.equal({ params: SECRET, isNew: false });
    expect(readdirSync(dir).sort()).to.deep.equal([
      "VERSION",
      "server_params.btr",
      "server_params.reserve",
      "wal",
    ]);
  });

  it("a backup with secrets leaves a directory that reports removed parameters as missing, also with authentication off", () => {
    const { backup: open } = backUp(directoryWith(NEW), { encrypt });
    const { dir } = restore(open, { decrypt });
    rmSync(join(dir, "server_params.btr"));
    expect(() => findParams(nodeFs, dir, () => NEW)).to.throw(StartRefused, "is missing");
  });

  it("a backup with secrets is restored closed without its passphrase, and is verified without it", () => {
    expect(verify(backup)).to.deep.include({ kind: "backup", damage: [] });
    const { dir, report } = restore(backup);
    expect(report).to.include({ closed: true, secretsRestored: false });
    expect(existsSync(join(dir, "server_params.enc"))).to.equal(false);
    expect(readParams(nodeFs, dir)).to.deep.include({ authEnabled: true, admin: null });
  });

  it("a backup with secrets is refused with a wrong passphrase, and writes nothing", () => {
    const target = join(freshDir(), "data");
    const wrong = { decrypt: decryptWith(`${PASSPHRASE}!`) };
    expect(() => restoreBackup(nodeFs, nodeKindOf, backup, target, wrong)).to.throw(
      InvalidArgument,
      "the passphrase is not the one that the backup was made with",
    );
    expect(existsSync(target)).to.equal(false);
  });

  it("a backup with secrets is refused when an encrypted bit was changed, though all checksums are correct", () => {
    forge((encrypted) => {
      const data = Buffer.from(encrypted.data as string, "base64url");
      data[3]! ^= 1;
      encrypted.data = data.toString("base64url");
    });
    expect(() => restore(backup, { decrypt })).to.throw(InvalidArgument, "the passphrase is not the one");
  });

  const forgeries: readonly [string, (encrypted: Record<string, unknown>) => void, RegExp][] = [
    ["demands all memory of a machine", (one) => Object.assign(one, { n: 2 ** 40 }), /more memory or time/],
    ["demands hours of computation", (one) => Object.assign(one, { p: 1e6 }), /more memory or time/],
    ["has no cost", (one) => Object.assign(one, { r: "8" }), /has no cost/],
    ["has half a nonce", (one) => Object.assign(one, { nonce: "AAAA" }), /nonce does not have 12 bytes/],
    ["has a short tag", (one) => Object.assign(one, { tag: "AAAAAA" }), /tag does not have 16 bytes/],
    ["has no salt", (one) => Reflect.deleteProperty(one, "salt"), /salt is not base64url/],
  ];
  for (const [what, change, reason] of forgeries) {
    it(`a backup with secrets counts as damaged when the encrypted text ${what}`, () => {
      forge(change);
      expect(() => restore(backup, { decrypt })).to.throw(DamagedFile, reason);
    });
  }

  it("a backup with secrets is not made if parameters are missing or damaged", () => {
    expect(() => backUp(directoryWith(null), { encrypt })).to.throw(
      InvalidArgument,
      "leave out --with-secrets",
    );
    const stored = directoryWith(SECRET);
    writeFileSync(stored.path("server_params.btr"), "scrap");
    expect(() => backUp(stored, { encrypt })).to.throw(DamagedFile);
  });

  /** Changes the encrypted part and computes all checksums again, as an attacker would. */
  function forge(change: (encrypted: Record<string, unknown>) => void): void {
    const [kind, list] = [
      { kind: "encrypted-params", version: 1 },
      { kind: "backup", version: 2 },
    ];
    const path = join(backup, "server_params.enc");
    const encrypted = readSealed(nodeFs, path, kind) as Record<string, unknown>;
    change(encrypted);
    writeSealed(nodeFs, backup, "server_params.enc", kind, encrypted);
    const bytes = readFileSync(path);
    const all = readSealed(nodeFs, join(backup, "BACKUP.json"), list) as { files: object[] };
    const sums = nodeFs.crc32(bytes).toString(16).padStart(8, "0");
    for (const one of all.files as { file: string }[]) {
      if (one.file === "server_params.enc") Object.assign(one, { bytes: bytes.length, sums });
    }
    writeSealed(nodeFs, backup, "BACKUP.json", list, all);
  }
});
