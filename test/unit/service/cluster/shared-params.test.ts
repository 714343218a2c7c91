// The shared parameters of a cluster as records of its log: first servers, later ones, restarts, faults, and what is
// stored of them.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { dumpLog } from "../../../../src/cli/dump-log.ts";
import { encodeOperation } from "../../../../src/core/record/record.ts";
import { encodeEntry } from "../../../../src/core/replication/entry.ts";
import { SharedParamsUnreadable } from "../../../../src/errors/cluster.ts";
import { StartRefused } from "../../../../src/errors/server.ts";
import { makeBackup } from "../../../../src/storage/backup.ts";
import { DocumentCipher } from "../../../../src/storage/node-document-cipher.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { PARAMS_FILE, readParams } from "../../../../src/storage/params-file.ts";
import { sharedPartOf } from "../../../../src/storage/shared-params.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { freshDir } from "../../core/fixtures.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";
import { PARAMS } from "../../storage/params-fixtures.ts";
import { allCaughtUp } from "./fixtures.ts";
import { ADMIN, admits, newToken, type SharingServer, sharingServer } from "./sharing-server.ts";

const SEED = 12;
const { admin, tokens, nextTokenId, licenses } = PARAMS;
const OWN = { admin, tokens, nextTokenId, licenses };

describe("the shared parameters of a cluster", () => {
  let log: SimulatedLog;
  let running: SharingServer[];

  beforeEach(() => {
    log = new SimulatedLog(SEED);
    running = [];
  });
  afterEach(() => Promise.all(running.map(({ database }) => database.close())));

  async function start(options: Parameters<typeof sharingServer>[1] = {}): Promise<SharingServer> {
    const server = await sharingServer(log, options);
    running.push(server);
    return server;
  }

  /** Stops a server. @param save whether a checkpoint is taken */
  async function stop(server: SharingServer, save = true): Promise<void> {
    running = running.filter((one) => one !== server);
    await server.database.close(save);
  }

  const shown = ({ params }: SharingServer) => sharedPartOf(params.current);

  /** Writes a document to the log as a server does that begins the log. */
  async function append(document: string): Promise<void> {
    const operation = { kind: "set_parameters", document, unconditional: true } as const;
    const record = encodeOperation(operation, (sizeBytes) => new Uint8Array(sizeBytes));
    const body = encodeEntry({ ...record, condition: { state: "", points: null } });
    log.add({ id: "00000000-0000-4000-8000-000000000009", body, place: null });
  }

  it("the shared parameters of a cluster are those of the first server that has any", async () => {
    const empty = await start();
    expect(log.lastSeq).to.equal(0);
    const first = await start({ own: OWN });
    expect(log.lastSeq).to.equal(1);
    await allCaughtUp(running);
    expect(shown(empty)).to.deep.equal(shown(first));
    expect(shown(empty).tokens.map(({ id }) => id)).to.deep.equal([1, 3]);
    const later = await start();
    expect(shown(later)).to.deep.equal(shown(first));
    expect([first.lines, later.lines]).to.deep.equal([[], []]);
  });

  it("the shared parameters of a cluster replace those of a server that joins it, which a line of its log says", async () => {
    const first = await start({ own: OWN });
    const later = await start({ own: { ...OWN, licenses: ["AZL1.e30.b3du"], jwtSecret: "its own" } });
    expect(shown(later)).to.deep.equal(shown(first));
    expect(later.params.current.jwtSecret).to.equal("its own");
    expect(later.lines.join()).to.contain("are those of the cluster; others are given up");
  });

  it("the shared parameters of a cluster are not the last uses of other tokens that a server had under their ids", async () => {
    await start({ own: OWN });
    const own = tokens.map((token) => ({ ...token, createdAt: 5, lastUsedAt: 6 }));
    const later = await start({ own: { ...OWN, tokens: own } });
    expect(later.params.current.tokens.map(({ lastUsedAt }) => lastUsedAt)).to.deep.equal([null, null]);
  });

  it("the shared parameters of a cluster are stored in the file of every server", async () => {
    const [a, b] = [await start(), await start()];
    await newToken(a);
    await allCaughtUp(running);
    await until(() => (readParams(nodeFs, b.dir)?.tokens.length ?? 0) === 1);
    expect(readParams(nodeFs, b.dir)!.jwtSecret).to.not.equal(readParams(nodeFs, a.dir)!.jwtSecret);
  });

  for (const [way, save] of [
    ["from its log", false],
    ["from its checkpoint", true],
  ] as const) {
    it(`the shared parameters of a cluster are those of the newest record after a restart ${way}`, async () => {
      const [a, b] = [await start(), await start()];
      const [kept, gone] = [await newToken(a), await newToken(a)];
      await allCaughtUp(running);
      const before = readFileSync(join(b.dir, PARAMS_FILE));
      await b.security.services.tokens.delete({ token_id: gone.id }, ADMIN);
      await stop(b, save);
      // The file is as if the server had ended before it could store the change.
      writeFileSync(join(b.dir, PARAMS_FILE), before, { mode: 0o600 });
      const again = await start({ dir: b.dir });
      expect([await admits(again, kept.value), await admits(again, gone.value)]).to.deep.equal([true, false]);
      expect(again.lines).to.deep.equal([]);
    });
  }

  it("the shared parameters of a cluster come to a new server with a checkpoint when the log has lost their record", async () => {
    const a = await start();
    const { value } = await newToken(a);
    await stop(a);
    const dir = freshDir();
    cpSync(a.dir, dir, { recursive: true });
    for (const name of [PARAMS_FILE, "cluster.json"]) rmSync(join(dir, name));
    log.removeBelow(log.lastSeq + 1);
    const copied = await start({ dir });
    expect(await admits(copied, value)).to.equal(true);
    const again = await start({ dir: a.dir });
    await newToken(copied);
    await allCaughtUp(running);
    expect(shown(again).tokens).to.have.lengthOf(2);
  });

  it("the shared parameters of a cluster are those of a server before it answers requests", async () => {
    await start({ own: OWN });
    let wasReady: boolean | undefined;
    const later = await start({
      settle: async (database) => {
        wasReady = database.ready;
      },
    });
    expect([wasReady, later.database.ready]).to.deep.equal([false, true]);
    expect(shown(later).tokens).to.have.lengthOf(2);
  });

  it("the shared parameters of a cluster that can only be read with another key count as none", async () => {
    await append(new DocumentCipher("another cluster").encrypt(JSON.stringify(sharedPartOf(PARAMS))));
    const a = await start();
    expect(shown(a).tokens).to.deep.equal([]);
    const { value } = await newToken(a);
    const b = await start();
    expect(await admits(b, value)).to.equal(true);
  });

  it("the shared parameters of a cluster that another version has set are not replaced", async () => {
    const a = await start({ own: OWN });
    const before = shown(a);
    const newer = JSON.stringify({ ...before, quotas: [] });
    await append(new DocumentCipher(a.secret).encrypt(newer));
    await allCaughtUp(running);
    expect(shown(a)).to.deep.equal(before);
    expect(a.lines.join()).to.contain("what the cluster has set could not be taken over");
    const refused = await newToken(a).catch((error) => error);
    expect(refused).to.be.instanceOf(SharedParamsUnreadable);
    const joining = await start().catch((error) => error);
    expect(joining).to.be.instanceOf(StartRefused);
    expect(joining.message).to.contain("it is not free of unknown fields");
    expect(log.lastSeq).to.equal(2);
  });

  it("the shared parameters of a cluster are in no file of a server in clear but in its own, in no backup, and in no dump of its log", async () => {
    const a = await start({ own: OWN });
    await newToken(a);
    const secrets = [admin!.password.salt, ...a.params.current.tokens.map(({ hash }) => hash), ...licenses];
    await a.database.checkpoint();
    await newToken(a);
    await stop(a, false);
    let dump = "";
    const write = (part: string) => {
      dump += part;
      return true;
    };
    await dumpLog(nodeFs, a.dir, { from: 1, to: 9, json: true, payloads: true }, { write });
    const backup = join(freshDir(), "backup");
    makeBackup(nodeFs, a.dir, backup, { version: "test", dropOf: () => null });
    const texts = [a.dir, backup].flatMap((dir) =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== PARAMS_FILE)
        .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "latin1")] as const),
    );
    expect(texts.some(([, text]) => text.includes('"parameters":{"document":"'))).to.equal(true);
    expect(dump).to.match(/"type":"set_parameters".*"bytes":\d+\}/);
    for (const [name, text] of [...texts, ["dump", dump] as const])
      for (const secret of secrets) expect(text, name).to.not.contain(secret);
    expect(readFileSync(join(a.dir, PARAMS_FILE), "latin1")).to.contain(secrets[1]);
  });

  it("the shared parameters of a cluster are the same on all servers after changes on all of them, with lost answers and cuts", () =>
    withSeed(async (random: Random) => {
      log = new SimulatedLog(integer(random, 1, 1e9));
      const servers = [await start(), await start(), await start()];
      log.faults = { ...log.faults, lostRequests: 0.05, lostReplies: 0.05, lateRequests: 0.05 };
      const made = new Set<string>();
      const deleted = new Set<string>();
      const change = async (server: SharingServer) => {
        const known = server.params.current.tokens;
        if (known.length > 2 && random() < 0.4) {
          const { id, name } = known[integer(random, 0, known.length - 1)]!;
          deleted.add(name);
          await server.security.services.tokens.delete({ token_id: id }, ADMIN);
        } else {
          const name = `t${integer(random, 0, 1e9)}`;
          await newToken(server, name);
          made.add(name);
        }
      };
      for (let round = 0; round < 8; round++) {
        const turn = servers.flatMap((server) => [change(server), change(server)]);
        const cut = servers[integer(random, 0, 2)]!;
        if (random() < 0.5) cut.handle.cutOff();
        await Promise.race([Promise.allSettled(turn), new Promise((resolve) => setImmediate(resolve))]);
        cut.handle.join();
        await Promise.allSettled(turn);
      }
      log.faults = { ...log.faults, lostRequests: 0, lostReplies: 0, lateRequests: 0 };
      await log.settled();
      await allCaughtUp(servers);
      const states = servers.map((server) => JSON.stringify(shown(server)));
      expect(new Set(states).size).to.equal(1);
      const names = new Set(shown(servers[0]!).tokens.map(({ name }) => name));
      for (const name of made) if (!deleted.has(name)) expect(names, name).to.contain(name);
      expect(made.size, "tokens that were acknowledged").to.be.above(5);
    }));
});
