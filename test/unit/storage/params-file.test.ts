// The file server_params.btr: written parameters are read, damaged or invalid ones are refused, and a crash leaves one
// of two complete generations.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DamagedFile, DiskFull } from "../../../src/errors/failures.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { paramsOfServer, threadParams } from "../../../src/storage/node-params.ts";
import type { Params } from "../../../src/storage/params.ts";
import { LocalParams, readParams, SERVER_PARAMS, writeParams } from "../../../src/storage/params-file.ts";
import { writeSealed } from "../../../src/storage/sealed-file.ts";
import { between, countOf, roundRandom, seedOf } from "../../support/chance.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { freshDir } from "./fixtures.ts";
import { NEW, PARAMS, TOKEN } from "./params-fixtures.ts";
import { QuotaFs } from "./quota-fs.ts";

/** Power cuts. */
const ROUNDS = countOf("ROUNDS", 64);

describe("server_params.btr", () => {
  let dir: string;
  beforeEach(() => {
    dir = freshDir();
  });
  const path = () => join(dir, "server_params.btr");

  it("server_params.btr returns the parameters that were written", () => {
    expect(readParams(nodeFs, dir)).to.equal(null);
    for (const params of [NEW, PARAMS]) {
      writeParams(nodeFs, dir, params);
      expect(readParams(nodeFs, dir)).to.deep.equal(params);
    }
  });

  it("server_params.btr returns the models that requests have set, those with an endpoint and local ones", () => {
    const models = [
      { name: "a", settings: { kind: "openai", url: "https://models.example/v1", retries: 0 } },
      { name: "b", settings: { kind: "local", model: "all-MiniLM-L6-v2" } },
    ] as const;
    writeParams(nodeFs, dir, { ...PARAMS, models });
    expect(readParams(nodeFs, dir)?.models).to.deep.equal(models);
  });

  it("server_params.btr can be read and written by its owner only", () => {
    writeParams(nodeFs, dir, PARAMS);
    expect(statSync(path()).mode & 0o777).to.equal(0o600);
  });

  it("server_params.btr is refused with any of its bits flipped, and the error contains no secret", () => {
    writeParams(nodeFs, dir, PARAMS);
    const sound = readFileSync(path());
    for (let at = 0; at < sound.length; at++) {
      const bytes = Buffer.from(sound);
      bytes[at]! ^= 1 << (at % 8);
      writeFileSync(path(), bytes);
      const error = caught(() => readParams(nodeFs, dir));
      expect(error, `byte ${at}`).to.be.instanceOf(DamagedFile);
      expect(error.message).to.not.contain(PARAMS.jwtSecret);
    }
  });

  it("server_params.btr is refused when it is truncated at any byte", () => {
    writeParams(nodeFs, dir, PARAMS);
    const sound = readFileSync(path());
    for (let bytes = 0; bytes < sound.length; bytes++) {
      writeFileSync(path(), sound.subarray(0, bytes));
      expect(() => readParams(nodeFs, dir), `${bytes} bytes`).to.throw(DamagedFile);
    }
  });

  const wrong: readonly [reason: string, change: object][] = [
    ["generation is not an integer from 1", { generation: 0 }],
    ["authEnabled is not true or false", { authEnabled: "false" }],
    ["authEnabled is not true or false", { authEnabled: undefined }],
    ["jwtSecret is not a text that is not empty", { jwtSecret: "" }],
    ["admin is not an object", { admin: [] }],
    ["admin.password is not an object", { admin: { createdAt: 1, password: null } }],
    ["admin.createdAt is not an integer", { admin: { ...PARAMS.admin, createdAt: 1.5 } }],
    ["adminVersion is not an integer", { adminVersion: null }],
    ["tokens is not a list", { tokens: {} }],
    ["tokens[0].permission is not an integer from 1 to 7", { tokens: [{ ...TOKEN, permission: 8 }] }],
    ["tokens[0].expiredAt is not an integer", { tokens: [{ ...TOKEN, expiredAt: "never" }] }],
    ["tokens[0].hash is not base64url", { tokens: [{ ...TOKEN, hash: "+/" }] }],
    ["tokens[0] is not free of unknown fields", { tokens: [{ ...TOKEN, scope: "all" }] }],
    ["two tokens have one id", { tokens: [TOKEN, TOKEN] }],
    ["nextTokenId is not above the ids of tokens", { nextTokenId: 3 }],
    ["licenses[0] is not a text", { licenses: [7] }],
    ["models[0].settings.kind is not a kind", { models: [{ name: "a", settings: { kind: "other" } }] }],
    ["models[0].settings.url is not a text", { models: [{ name: "a", settings: { kind: "openai" } }] }],
    ["latestTime is not an integer", { latestTime: -1 }],
  ];
  for (const [reason, change] of wrong) {
    it(`server_params.btr is refused when ${reason}`, () => {
      writeSealed(nodeFs, dir, "server_params.btr", SERVER_PARAMS, { ...PARAMS, ...change });
      expect(() => readParams(nodeFs, dir))
        .to.throw(DamagedFile)
        .property("reason")
        .satisfies((found: string) => found.startsWith(reason));
    });
  }

  it("server_params.btr is refused with its version if a newer version wrote it", () => {
    writeSealed(nodeFs, dir, "server_params.btr", { ...SERVER_PARAMS, version: 3 }, PARAMS);
    expect(() => readParams(nodeFs, dir)).to.throw(StartRefused, /server-params of version 3/);
  });

  it("server_params.btr is replaced by a thread that ends afterwards", async () => {
    const store = threadParams(dir);
    await store.replace(NEW);
    await store.replace({ ...PARAMS, generation: 2 });
    expect(readParams(nodeFs, dir)).to.deep.equal({ ...PARAMS, generation: 2 });
  });

  it("server_params.btr is replaced by the calling thread before requests are served, and by threads afterwards", async () => {
    const store = paramsOfServer(dir);
    const before = store.replace(NEW);
    expect(readParams(nodeFs, dir)).to.deep.equal(NEW);
    await before;
    store.serve();
    const next = { ...PARAMS, generation: 2 };
    const after = store.replace(next);
    expect(readParams(nodeFs, dir)).to.deep.equal(NEW);
    await after;
    expect(readParams(nodeFs, dir)).to.deep.equal(next);
  });

  it("server_params.btr is not replaced by an older generation, nor by another one with the same number", async () => {
    const store = new LocalParams(nodeFs, dir);
    await store.replace({ ...PARAMS, generation: 5 });
    for (const generation of [4, 5]) {
      const refused = await store.replace({ ...NEW, generation }).catch((error: Error) => error.message);
      expect(refused).to.match(/has generation 5 already/);
    }
    expect(readParams(nodeFs, dir)).to.deep.equal({ ...PARAMS, generation: 5 });
  });

  it("server_params.btr is repaired by the next change if it was damaged while the server ran", async () => {
    const store = new LocalParams(nodeFs, dir);
    await store.replace(PARAMS);
    writeFileSync(path(), "scrap");
    await store.replace({ ...PARAMS, generation: 2 });
    expect(readParams(nodeFs, dir)?.generation).to.equal(2);
  });

  it("server_params.btr is unchanged on a full disk without a reserve, with no incomplete file, and the error says why", async () => {
    const fs = new QuotaFs(dir, 2 ** 20);
    const store = new LocalParams(fs, dir);
    await store.replace(NEW);
    nodeFs.remove(join(dir, "server_params.reserve"));
    fs.limit = fs.used + 100;
    const error = await store.replace({ ...PARAMS, generation: 2 }).catch((thrown) => thrown);
    expect(error).to.be.instanceOf(DiskFull);
    expect(readParams(nodeFs, dir)).to.deep.equal(NEW);
    expect(nodeFs.list(dir)).to.deep.equal(["server_params.btr"]);
    fs.limit = 2 ** 20;
    await store.replace({ ...PARAMS, generation: 2 });
    expect(readParams(nodeFs, dir)?.generation).to.equal(2);
  });

  it("server_params.btr is complete, old or new, after a power cut at every call, and new if the change was acknowledged", async () => {
    const seed = seedOf();
    process.stdout.write(`      SEED=${seed}\n`);
    const seen = { old: 0, new: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const fs = new SimFs(random);
      fs.mkdir("/data");
      const tokens = Array.from({ length: between(random, 0, 40) }, (_, i) => ({ ...TOKEN, id: i + 1 }));
      const before: Params = { ...PARAMS, tokens, nextTokenId: 100 };
      const after: Params = { ...before, generation: 2, tokens: tokens.slice(1), jwtSecret: "x".repeat(700) };
      const store = new LocalParams(fs, "/data");
      await store.replace(before);
      fs.cutAt(1 + (round % 6));
      const said = await store.replace(after).then(
        () => true,
        () => false,
      );
      const found = readParams(fs.afterCut(random).fs, "/data");
      seen[found?.generation === 2 ? "new" : "old"]++;
      expect(found, `round ${round}`).to.deep.equal(said || found?.generation === 2 ? after : before);
    }
    expect(seen.old).to.be.above(ROUNDS / 10);
    expect(seen.new).to.be.above(ROUNDS / 10);
  });
});

function caught(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
