// Tokens, the admin, licenses and models of a cluster: what is set on one server counts on all.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { TokenNotFound, UsernameExists } from "../../../../src/errors/auth.ts";
import { LogUnavailable } from "../../../../src/errors/cluster.ts";
import { EngineNotInitialized } from "../../../../src/errors/server.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { LocalParams } from "../../../../src/storage/params-file.ts";
import { ServerParams } from "../../../../src/storage/server-params.ts";
import { makeSetupCode, SETUP_CODE_FILE } from "../../../../src/storage/setup-code.ts";
import { ThrowAwayIssuer } from "../../../support/license.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { freshDir } from "../../core/fixtures.ts";
import { NEW } from "../../storage/params-fixtures.ts";
import { allCaughtUp } from "./fixtures.ts";
import { ADMIN, admits, newToken, type SharingServer, sharingServer } from "./sharing-server.ts";

const SEED = 11;
const PASSWORD = "Blue-Kettle-77x";
const MODEL = { kind: "openai", url: "https://models.example/v1/embeddings" } as const;

describe("what the servers of a cluster share", () => {
  let log: SimulatedLog;
  let servers: SharingServer[];
  const issuer = new ThrowAwayIssuer();

  /** Starts servers, each with some parameters of its own. */
  async function start(...owns: Parameters<typeof sharingServer>[1][]) {
    log = new SimulatedLog(SEED);
    servers = [];
    for (const own of owns) servers.push(await sharingServer(log, own));
    return servers as [SharingServer, SharingServer];
  }

  afterEach(() => Promise.all(servers.map(({ database }) => database.close())));

  it("a token that is made on one server of a cluster is accepted by all others", async () => {
    const [a, b] = await start({}, {});
    const { value } = await newToken(a);
    await allCaughtUp(servers);
    expect(await admits(b, value)).to.equal(true);
  });

  it("a token that is deleted or rotated on one server of a cluster is refused by all others", async () => {
    const [a, b] = await start({}, {});
    const [first, second] = [await newToken(a), await newToken(b)];
    await b.security.services.tokens.delete({ token_id: first.id }, ADMIN);
    const { api_key } = await b.security.services.tokens.rotate({ token_id: second.id }, ADMIN);
    await allCaughtUp(servers);
    for (const server of servers) {
      expect(await admits(server, first.value)).to.equal(false);
      expect(await admits(server, second.value)).to.equal(false);
      expect(await admits(server, api_key)).to.equal(true);
    }
  });

  it("a server of a cluster deletes a token that it has not heard of, since it reads the log first", async () => {
    const [a, b] = await start({}, {});
    b.handle.cutOff();
    const { id } = await newToken(a);
    expect(b.params.current.tokens).to.deep.equal([]);
    b.handle.join();
    await b.security.services.tokens.delete({ token_id: id }, ADMIN);
    await allCaughtUp(servers);
    const again = await a.security.services.tokens.delete({ token_id: id }, ADMIN).catch((error) => error);
    expect(again).to.be.instanceOf(TokenNotFound);
  });

  it("tokens that several servers of a cluster make at the same time are all there, with different ids", async () => {
    const [a, b] = await start({}, {});
    const made = await Promise.all([a, b, a, b].map((server, i) => newToken(server, `t${i}`)));
    await allCaughtUp(servers);
    expect(new Set(made.map(({ id }) => id)).size).to.equal(4);
    for (const server of servers)
      for (const { value } of made) expect(await admits(server, value)).to.equal(true);
  });

  it("two servers of a cluster that make the admin at the same time make one, and the other request is refused", async () => {
    const [a, b] = await start({}, {});
    const making = [a, b].map(({ security }) =>
      security.services.admin.create({ password: PASSWORD }, ADMIN),
    );
    const refused = (await Promise.allSettled(making)).flatMap((one) =>
      one.status === "rejected" ? [one.reason] : [],
    );
    expect(refused).to.have.lengthOf(1);
    expect(refused[0]).to.be.instanceOf(UsernameExists);
    await allCaughtUp(servers);
    expect(a.params.current.admin).to.deep.equal(b.params.current.admin);
  });

  it("the setup code of a server of a cluster is void when another server has made the admin, and a code for a lost password stays", async () => {
    const [a, b] = await start({}, {});
    makeSetupCode(nodeFs, b.dir);
    await a.security.services.admin.create({ password: PASSWORD }, ADMIN);
    await allCaughtUp(servers);
    expect(existsSync(join(b.dir, SETUP_CODE_FILE))).to.equal(false);
    makeSetupCode(nodeFs, b.dir);
    await newToken(a);
    await allCaughtUp(servers);
    expect(existsSync(join(b.dir, SETUP_CODE_FILE))).to.equal(true);
  });

  const login = async ({ security }: SharingServer) =>
    (await security.services.admin.login({ password: PASSWORD }, ADMIN)).token!;

  it("the password of the admin is that of the cluster, and a login counts on the server that it was made on", async () => {
    const [a, b] = await start({}, {});
    await a.security.services.admin.create({ password: PASSWORD }, ADMIN);
    await allCaughtUp(servers);
    const token = await login(b);
    expect([await admits(b, token), await admits(a, token)]).to.deep.equal([true, false]);
  });

  it("logins count on all servers of a cluster that are given the same key, until the password is replaced on one", async () => {
    const own = { jwtSecret: "one key for all servers of the cluster" };
    const [a, b] = await start({ own }, { own });
    await a.security.services.admin.create({ password: PASSWORD }, ADMIN);
    await allCaughtUp(servers);
    const token = await login(a);
    expect(await admits(b, token)).to.equal(true);
    await a.security.services.admin.resetPassword({ password: `${PASSWORD}-2` }, ADMIN);
    await allCaughtUp(servers);
    expect(await admits(b, token)).to.equal(false);
  });

  it("authentication that is switched on one server of a cluster is on for all", async () => {
    const [a, b] = await start({}, {});
    await a.security.services.admin.setAuthEnabled({ enabled: true }, ADMIN);
    await allCaughtUp(servers);
    expect(b.security.access.authEnabled).to.equal(true);
  });

  it("a license that is added on one server of a cluster counts on all", async () => {
    const { publicKeys } = issuer;
    const [a, b] = await start({ publicKeys }, { publicKeys });
    await a.security.services.licenses.add({ product_key: issuer.key(9_000) }, ADMIN);
    await allCaughtUp(servers);
    expect(b.security.license.maxVectors()).to.equal(9_000);
  });

  it("a model that is set on one server of a cluster is used by all, and given back by all when it changes or is deleted", async () => {
    const [a, b] = await start({}, {});
    await a.modelService.set({ model_name: "m", ...MODEL }, ADMIN);
    await allCaughtUp(servers);
    expect(b.models.find("m")).to.not.equal(null);
    await newToken(a);
    await allCaughtUp(servers);
    expect([a.closed, b.closed]).to.deep.equal([[], []]);
    await a.modelService.set({ model_name: "m", ...MODEL, batch: 2 }, ADMIN);
    await allCaughtUp(servers);
    expect(b.closed).to.deep.equal(["m"]);
    expect(b.models.find("m")).to.not.equal(null);
    await a.modelService.delete({ model_name: "m" }, ADMIN);
    await allCaughtUp(servers);
    expect(b.closed).to.deep.equal(["m", "m"]);
    expect(b.models.find("m")).to.equal(null);
  });

  it("a model that a server of a cluster has prepared is not connected again when its record comes back", async () => {
    const [a] = await start({});
    await a.modelService.set({ model_name: "m", ...MODEL }, ADMIN);
    const found = a.models.find("m");
    await newToken(a);
    expect(a.models.find("m")).to.equal(found);
    expect(a.closed).to.deep.equal([]);
  });

  it("each server of a cluster keeps for itself when a token was used, and writes nothing to the log for it", async () => {
    const [a, b] = await start({}, {});
    const { value } = await newToken(a);
    await allCaughtUp(servers);
    await admits(b, value);
    const { lastSeq } = log;
    await b.security.stop();
    expect(log.lastSeq).to.equal(lastSeq);
    await newToken(a);
    await allCaughtUp(servers);
    expect(b.params.current.tokens[0]!.lastUsedAt).to.be.a("number");
    expect(a.params.current.tokens[0]!.lastUsedAt).to.equal(null);
  });

  it("a server of a cluster that cannot reach the log changes nothing that is shared, and accepts its tokens", async () => {
    const [a] = await start({}, {});
    const { value, id } = await newToken(a);
    a.handle.cutOff();
    const refused = await a.security.services.tokens.delete({ token_id: id }, ADMIN).catch((error) => error);
    expect(refused).to.be.instanceOf(LogUnavailable);
    expect(await admits(a, value)).to.equal(true);
    await a.params.changeOwn((now) => ({ next: { ...now, latestTime: 7 }, result: undefined }));
    expect(a.params.current.latestTime).to.equal(7);
  });

  it("a server of a cluster refuses changes of what is shared before it has joined", async () => {
    servers = [];
    const params = await ServerParams.open(new LocalParams(nodeFs, freshDir()), null, () => NEW);
    params.expectCluster();
    const change = params.change((now) => ({ next: { ...now, authEnabled: true }, result: undefined }));
    expect(await change.catch((error: Error) => error)).to.be.instanceOf(EngineNotInitialized);
    const own = params.changeOwn((now) => ({ next: { ...now, latestTime: 7 }, result: "done" }));
    expect(await own).to.equal("done");
  });
});
