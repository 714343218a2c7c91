// New parameters for a server that has lost its own: authentication is on, and no data is lost.
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
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { removeCopies } from "../../../src/storage/copies.ts";
import { hasHadParams, takeOver } from "../../../src/storage/format.ts";
import { makeNewParams } from "../../../src/storage/new-params.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { fsForOwnerOf } from "../../../src/storage/node-owner.ts";
import { readParams, SERVER_PARAMS, writeParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { writeSealed } from "../../../src/storage/sealed-file.ts";
import { roundRandom, seedOf } from "../../support/chance.ts";
import { readSetupCode } from "../../support/setup-code.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { freshDir } from "./fixtures.ts";
import { NEW, PARAMS } from "./params-fixtures.ts";

const NOW = Date.UTC(2026, 10, 22, 1, 2, 3, 4);
const never = () => {
  throw new Error("this directory has had parameters");
};

describe("new parameters", () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = freshDir();
    path = join(dir, "server_params.btr");
    takeOver(nodeFs, dir);
  });

  const make = (fs = nodeFs) => makeNewParams(fs, nodeKindOf, dir, NOW);

  it("new parameters close a directory that has lost its parameters: authentication is on, and only the setup code gives access", () => {
    findParams(nodeFs, dir, () => PARAMS);
    rmSync(path);
    const { setupCode, kept } = make();
    expect(kept).to.equal(null);
    expect(readSetupCode(nodeFs, dir)).to.equal(setupCode);
    const { params, isNew } = findParams(nodeFs, dir, never);
    expect(isNew).to.equal(false);
    expect(params).to.deep.include({
      authEnabled: true,
      admin: null,
      tokens: [],
      licenses: [],
      latestTime: NOW,
    });
  });

  it("new parameters invalidate every login token, even if the secret that signs tokens is the old one", () => {
    writeFileSync(path, "scrap");
    make();
    const { jwtSecret, adminVersion } = readParams(nodeFs, dir)!;
    expect(jwtSecret).to.match(/^[0-9a-f]{64}$/);
    expect(adminVersion).to.be.above(PARAMS.adminVersion + 1_000_000);
  });

  it("new parameters keep the damaged file, readable for its owner only, until a purge", () => {
    writeFileSync(path, "scrap", { mode: 0o600 });
    const { kept } = make();
    expect(kept).to.equal(join(dir, "quarantine", "server_params.btr-20261122T010203.004Z"));
    expect(readFileSync(kept!, "utf8")).to.equal("scrap");
    expect(statSync(kept!).mode & 0o777).to.equal(0o600);
    removeCopies(nodeFs, dir);
    expect(nodeFs.exists(kept!)).to.equal(false);
  });

  it("new parameters are noted in the directory, so that a missing file is detected from then on", () => {
    make();
    expect(hasHadParams(nodeFs, dir)).to.equal(true);
  });

  it("new parameters keep the format of a directory, which only a start upgrades", () => {
    writeSealed(nodeFs, dir, "VERSION", { kind: "data-directory", version: 2 }, {});
    make();
    expect(takeOver(nodeFs, dir)).to.equal("renewed");
    expect(hasHadParams(nodeFs, dir)).to.equal(true);
  });

  it("new parameters are refused if the old parameters are intact, and nothing is changed", () => {
    writeParams(nodeFs, dir, PARAMS);
    expect(() => make()).to.throw(InvalidArgument, /is whole.*admin reset-password/);
    expect(readParams(nodeFs, dir)).to.deep.equal(PARAMS);
    expect(readSetupCode(nodeFs, dir)).to.equal(null);
  });

  it("new parameters are refused if a newer server wrote the old parameters", () => {
    writeSealed(nodeFs, dir, "server_params.btr", { ...SERVER_PARAMS, version: 3 }, PARAMS);
    expect(() => make()).to.throw(StartRefused, /version 3/);
  });

  it("new parameters are refused if a link or a directory has the name of the file", () => {
    symlinkSync("nowhere", path);
    expect(() => make()).to.throw(StartRefused, `move it away first: mv ${path} ${path}.aside`);
    rmSync(path);
    mkdirSync(path);
    expect(() => make()).to.throw(StartRefused, "is no regular file");
  });

  it("new parameters exist or are still missing after a power cut at any call, and never leave the server open", () => {
    const seed = seedOf();
    process.stdout.write(`      SEED=${seed}\n`);
    const seen = new Set<string>();
    for (let round = 0; round < 200; round++) {
      const random = roundRandom(seed, round);
      const fs = new SimFs(random);
      fs.mkdir("/data");
      takeOver(fs, "/data");
      writeParams(fs, "/data", PARAMS);
      const file = fs.open("/data/server_params.btr", "write");
      file.write([Uint8Array.of(0)], 0);
      file.sync();
      fs.cutAt(1 + (round % 20));
      try {
        makeNewParams(fs, () => "file", "/data", NOW);
      } catch {
        // The power is cut.
      }
      const after = fs.afterCut(random).fs;
      try {
        const { params } = findParams(after, "/data", () => NEW);
        expect(params, `round ${round}`).to.deep.include({ authEnabled: true, admin: null });
        seen.add("closed");
      } catch (error) {
        expect(error, `round ${round}`).to.be.instanceOf(StartRefused);
        seen.add("refused");
      }
    }
    expect([...seen].sort()).to.deep.equal(["closed", "refused"]);
  });

  it("new parameters belong to the owner of the directory when root creates them, like all files with them", () => {
    if (process.getuid?.() !== 0) return; // only root can change the owner of files
    writeFileSync(path, "scrap");
    for (const name of [dir, path]) chownSync(name, 4321, 1234);
    const { kept } = make(fsForOwnerOf(dir));
    for (const name of [
      path,
      kept!,
      join(dir, "quarantine"),
      join(dir, "setup-code"),
      join(dir, "VERSION"),
    ]) {
      const { uid, gid, mode } = statSync(name);
      expect({ name, uid, gid, others: mode & 0o077 }).to.deep.equal({
        name,
        uid: 4321,
        gid: 1234,
        others: 0,
      });
    }
  });

  it("new parameters can be created only by the owner of the directory and by root", () => {
    chmodSync(dir, 0o777);
    const { uid } = statSync(dir);
    expect(fsForOwnerOf(dir, uid)).to.equal(nodeFs);
    expect(() => fsForOwnerOf(dir, uid + 1)).to.throw(
      StartRefused,
      `belongs to user ${uid}, and this runs as user ${uid + 1}: run it as user ${uid} or as root`,
    );
    expect(() => fsForOwnerOf(join(dir, "none"))).to.throw(InvalidArgument, "does not exist");
  });
});
