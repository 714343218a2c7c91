// Access tokens of a cluster with real servers and a real PostgreSQL.
import { rmSync } from "node:fs";
import { expect } from "chai";
import { ClusterHome } from "../support/cluster-home.ts";
import { bearer, type Headers } from "../support/guarded.ts";
import { runMain, type ServerProcess } from "../support/process.ts";
import { demand, logIn, makeAdmin, readStatus, switchTo } from "../support/secured.ts";
import { until } from "../support/until.ts";

const PASSWORD = "Blue-Kettle-77x";

describe("the access tokens of a cluster", () => {
  let home: ClusterHome;
  beforeEach(async () => {
    home = await ClusterHome.open();
  });
  afterEach(() => home.close());

  const start = (name: string) => home.start(name);

  /** Makes an admin and switches authentication on. @returns the headers of the admin */
  async function guarded(server: ServerProcess): Promise<Headers> {
    await makeAdmin(server, PASSWORD);
    const admin = await logIn(server, PASSWORD);
    await switchTo(server, admin, true);
    return admin;
  }

  async function tokenOf(server: ServerProcess, headers: Headers): Promise<{ id: number; headers: Headers }> {
    const body = { name: "t", permission: "read" };
    const { id, api_key } = await demand(server, { method: "POST", path: "/auth/api_key", body, headers });
    return { id, headers: bearer(api_key) };
  }

  const answers = (server: ServerProcess, headers: Headers, status: number) =>
    until(async () => (await readStatus(server, headers)) === status);

  it("the access tokens of a cluster are accepted by each of its servers until one deletes them, also after a restart and on a new server", async () => {
    let [n1, n2] = [await start("n1"), await start("n2")];
    const admin = await guarded(n1);
    const [kept, deleted] = [await tokenOf(n1, admin), await tokenOf(n1, admin)];
    await answers(n2, kept.headers, 200);
    expect(await readStatus(n2)).to.equal(401);
    const path = `/auth/api_key/${deleted.id}`;
    await demand(n2, { method: "DELETE", path, headers: await logIn(n2, PASSWORD) });
    await answers(n1, deleted.headers, 401);
    await n2.stop("SIGKILL");
    n2 = await start("n2");
    for (const server of [n1, n2, await start("n3")]) {
      expect(await readStatus(server, kept.headers)).to.equal(200);
      expect(await readStatus(server, deleted.headers)).to.equal(401);
    }
  });

  it("the access tokens of a cluster that begins with a data directory are those of the directory, also for a server that starts first", async () => {
    const alone = await home.servers.start(["--data-dir", home.dirOf("n1")]);
    const admin = await guarded(alone);
    const token = await tokenOf(alone, admin);
    const body = { vectors: { size: 1, distance: "Dot" } };
    await demand(alone, { method: "PUT", path: "/collections/c", body, headers: admin });
    await alone.stop();
    const { code, stderr } = await runMain(["cluster", "import", ...home.flags("n1")]);
    expect(code, stderr).to.equal(0);
    const env = { AZIMUTH_ADMIN_PASSWORD: `${PASSWORD}-2` };
    const n2 = await home.start("n2", env);
    expect(await readStatus(n2, token.headers)).to.equal(200);
    await logIn(n2, PASSWORD);
    await n2.stop();
    // PostgreSQL is lost; what the other servers had is, too.
    await home.losePostgres();
    const recovered = await runMain(["cluster", "recover", ...home.flags("n2")]);
    expect(recovered.code, recovered.stderr).to.equal(0);
    rmSync(home.dirOf("n1"), { recursive: true });
    for (const name of ["n1", "n2"]) expect(await readStatus(await start(name), token.headers)).to.equal(200);
  });
});
