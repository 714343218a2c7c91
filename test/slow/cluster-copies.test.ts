// A new server of a cluster while it copies a checkpoint from an object store that does not answer for a while.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { BUCKET, FakeS3, KEYS, REGION } from "../support/fake-s3.ts";
import { PostgresServer } from "../support/postgres.ts";
import { runMain, spawnServer } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const KEY_ENV = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };
/** The end of a process that waits for nothing. */
const AT_ONCE_MS = 5_000;

interface Known {
  readonly name: string;
  readonly applied_lsn: number;
}

describe("a server of a cluster that copies a checkpoint", () => {
  let servers: Servers;
  let postgres: PostgresServer;
  let store: FakeS3;
  before(async () => {
    servers = new Servers();
    store = await FakeS3.open();
    postgres = await PostgresServer.create("s0");
    await postgres.start();
  });
  after(async () => {
    await servers.close();
    await store.close();
    await postgres.remove();
  });

  const dirOf = (name: string) => join(servers.folder, name);
  const flags = (name: string) => [
    ...["--data-dir", dirOf(name), "--cluster-name", "demo", "--cluster-node", name],
    ...["--cluster-log-url", postgres.url, "--s3-bucket", BUCKET, "--s3-region", REGION],
    ...["--s3-endpoint", store.url, "--s3-path-style", "true"],
  ];

  it("a server of a cluster that copies a checkpoint is known to the others, ends at once, and copies again at its next start", async () => {
    const alone = await servers.start(["--data-dir", dirOf("n1")]);
    await call(alone, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    await alone.stop();
    const { code, stderr } = await runMain(["cluster", "import", ...flags("n1")], KEY_ENV);
    expect(code, stderr).to.equal(0);
    const n1 = await servers.start(flags("n1"), KEY_ENV);
    const nodes = async () => {
      const { result } = await call(n1, "GET", "/cluster");
      return (result as { nodes: Known[] }).nodes;
    };
    let isCopying = false;
    store.isUnanswered = ({ method, key }) => {
      if (method !== "GET" || !key.endsWith(".tar")) return false;
      isCopying = true;
      return true;
    };
    const child = spawnServer([...flags("n2"), "--rest-port", "0"], undefined, KEY_ENV);
    await until(() => isCopying);
    await until(async () => (await nodes()).some(({ name }) => name === "n2"));
    const [known] = (await nodes()).filter(({ name }) => name === "n2");
    expect(known!.applied_lsn).to.equal(1);
    const from = performance.now();
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).to.equal(0);
    expect(performance.now() - from).to.be.below(AT_ONCE_MS);
    expect(existsSync(join(dirOf("n2"), "wal"))).to.equal(false);
    store.isUnanswered = () => false;
    const n2 = await servers.start(flags("n2"), KEY_ENV);
    const { result } = await call(n2, "GET", "/collections/c");
    expect(result).to.have.property("points_count", 0);
  });
});
