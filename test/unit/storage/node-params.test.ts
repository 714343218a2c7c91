// A start and the parameters of the server: invalid parameters refuse the start, with the command that repairs them.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import { takeOver } from "../../../src/storage/format.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { openParams } from "../../../src/storage/node-params.ts";
import { checkSecretFile } from "../../../src/storage/node-secret-file.ts";
import { LocalParams, readParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { writeSealed } from "../../../src/storage/sealed-file.ts";
import { roundRandom, seedOf } from "../../support/chance.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { freshDir } from "./fixtures.ts";
import { NEW, PARAMS } from "./params-fixtures.ts";

const never = () => {
  throw new Error("this directory has had parameters");
};

describe("a start of a server", () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = freshDir();
    path = join(dir, "server_params.btr");
    takeOver(nodeFs, dir);
  });

  const open = (first = never as () => typeof NEW) => openParams(dir, first, new LocalParams(nodeFs, dir));

  async function refusal(): Promise<string> {
    const error = await open().catch((thrown) => thrown);
    expect(error).to.be.instanceOf(StartRefused);
    return error.message;
  }

  it("a start of a server creates the parameters in a new directory, and the next start finds them", async () => {
    const made = await open(() => NEW);
    expect(made).to.deep.include({ isNew: true, warnings: [] });
    expect(readParams(nodeFs, dir)).to.deep.equal(NEW);
    const found = await open();
    expect(found).to.deep.include({ isNew: false, warnings: [] });
    expect(found.params.current).to.deep.equal(NEW);
  });

  it("a start of a server writes changes of the parameters to the disk", async () => {
    const { params } = await open(() => NEW);
    await params.change((now) => ({ next: { ...now, authEnabled: true }, result: null }));
    expect(readParams(nodeFs, dir)).to.deep.equal({ ...NEW, generation: 2, authEnabled: true });
  });

  it("a start of a server creates the parameters in a directory of an earlier version, which had none", async () => {
    mkdirSync(join(dir, "checkpoints"));
    writeSealed(nodeFs, dir, "VERSION", { kind: "data-directory", version: 2 }, {});
    takeOver(nodeFs, dir);
    expect((await open(() => NEW)).isNew).to.equal(true);
  });

  it("a start of a server is refused when the file is missing and existed before, so that deleting it gives no access", async () => {
    await open(() => NEW);
    rmSync(path);
    const text = await refusal();
    expect(text).to.contain(`${path} is missing, and this data directory had one`);
    expect(text).to.contain(`azimuth admin new-params --data-dir ${dir}`);
  });

  it("a start of a server is refused when VERSION is missing as well beside checkpoints", async () => {
    await open(() => NEW);
    mkdirSync(join(dir, "checkpoints"));
    rmSync(path);
    rmSync(join(dir, "VERSION"));
    expect(takeOver(nodeFs, dir)).to.equal("current");
    expect(await refusal()).to.contain("is missing");
  });

  it("a start of a server is refused when the file is missing after a later format wrote VERSION again", async () => {
    mkdirSync(join(dir, "checkpoints"));
    writeSealed(nodeFs, dir, "VERSION", { kind: "data-directory", version: 2 }, { params: true });
    expect(takeOver(nodeFs, dir)).to.equal("renewed");
    expect(await refusal()).to.contain("is missing");
  });

  it("a start of a server is refused when the file is damaged, with file, byte, reason and both ways to continue", async () => {
    await open(() => NEW);
    writeFileSync(path, "scrap");
    const text = await refusal();
    expect(text).to.contain(`${path} is damaged at byte 0: it does not begin as a server-params`);
    expect(text).to.contain("azimuth restore <backup>");
    expect(text).to.contain(`azimuth admin new-params --data-dir ${dir}`);
    expect(readFileSync(path, "utf8")).to.equal("scrap");
  });

  it("a start of a server removes an incomplete file of a crash, since it may contain secrets", async () => {
    writeFileSync(`${path}.tmp`, "half");
    await open(() => NEW);
    expect(nodeFs.list(dir).sort()).to.deep.equal(["VERSION", "server_params.btr", "server_params.reserve"]);
  });

  it("a start of a server finds or creates the parameters after a power cut at any call of the first start", () => {
    const seed = seedOf();
    process.stdout.write(`      SEED=${seed}\n`);
    for (let round = 0; round < 200; round++) {
      const random = roundRandom(seed, round);
      const fs = new SimFs(random);
      fs.mkdir("/data");
      takeOver(fs, "/data");
      fs.cutAt(1 + (round % 12));
      let made = false;
      try {
        made = findParams(fs, "/data", () => PARAMS).isNew;
      } catch {
        // The power is cut.
      }
      const after = fs.afterCut(random).fs;
      const { params, isNew } = findParams(after, "/data", () => NEW);
      expect(params, `round ${round}`).to.deep.equal(isNew ? NEW : PARAMS);
      if (made) expect(isNew).to.equal(false);
      after.remove("/data/server_params.btr");
      expect(() => findParams(after, "/data", () => NEW)).to.throw(StartRefused);
    }
  });

  it("a start of a server removes the access of the group from the file, with a warning", async () => {
    await open(() => NEW);
    chmodSync(path, 0o660);
    const { warnings } = await open();
    expect(warnings).to.deep.equal([
      `${path} holds secrets and was open to its group (mode 0660); it has mode 0600 now`,
    ]);
    expect(statSync(path).mode & 0o7777).to.equal(0o600);
    expect((await open()).warnings).to.deep.equal([]);
  });

  for (const mode of [0o604, 0o602, 0o601, 0o644, 0o666]) {
    it(`a start of a server is refused when the file has mode 0${mode.toString(8)}, with the command that closes it`, async () => {
      await open(() => NEW);
      chmodSync(path, mode);
      expect(await refusal()).to.match(new RegExp(`\\(mode 0${mode.toString(8)}\\).*: chmod 600 ${path}$`));
      expect(statSync(path).mode & 0o777).to.equal(mode);
    });
  }

  it("a start of a server is refused when the file is a link, whatever its target is", async () => {
    await open(() => NEW);
    nodeFs.rename(path, join(dir, "elsewhere"));
    symlinkSync(join(dir, "elsewhere"), path);
    expect(await refusal()).to.match(new RegExp(`is a link, .*: mv ${path} ${path}\\.aside$`));
  });

  it("a start of a server is refused when the file belongs to another user, with the command that changes the owner", async () => {
    await open(() => NEW);
    const { uid } = statSync(path);
    expect(() => checkSecretFile(path, uid + 1)).to.throw(
      StartRefused,
      `belongs to user ${uid}, and this runs as user ${uid + 1}`,
    );
    expect(() => checkSecretFile(path, uid + 1)).to.throw(StartRefused, `: chown ${uid + 1} ${path}`);
    if (process.getuid?.() !== 0) return; // only root can change the owner of files
    chownSync(path, 4321, 4321);
    expect(await refusal()).to.contain(`: chown 0 ${path}`);
  });

  it("a start of a server prints commands that can be typed, also for a path with blanks and quotes", () => {
    const odd = join(dir, "it's mine");
    writeFileSync(odd, "", { mode: 0o600 });
    chmodSync(odd, 0o644);
    expect(() => checkSecretFile(odd)).to.throw(`chmod 600 '${dir}/it'\\''s mine'`);
  });

  it("a start of a server reads no parameters where there is no file", () => {
    expect(checkSecretFile(path)).to.equal(null);
  });
});
