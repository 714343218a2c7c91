// A leader that sends what no leader sends: its follower goes on serving, says what is wrong, and can be restarted.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { crc32 } from "../../src/storage/crc32.ts";
import { encodeRecord, encodeState } from "../../src/storage/log-stream.ts";
import { Between } from "../support/between.ts";
import { ask, point, pointsOf, replicationOf, upsert, VECTORS } from "../support/replicas.ts";
import { refusedHere, type ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const SUMS = { crc32 };
const JSON_TYPES = { drop: 2 };

describe("a follower of a leader that is not one", () => {
  let servers: Servers;
  let leader: ServerHere;
  let between: Between;
  let follower: ServerHere;
  let position: string | null;
  beforeEach(async () => {
    servers = new Servers();
    leader = await servers.here({ dataDir: join(servers.folder, "leader") });
    await call(leader, "PUT", "/collections/c", VECTORS);
    position = (await upsert(leader, 1)).applied;
    between = await Between.open(leader.url);
    follower = await follow();
    await pointsOf(follower, position);
  });
  afterEach(async () => {
    between.close();
    await servers.close();
  });

  const follow = () => servers.here({ dataDir: join(servers.folder, "follower"), follow: between.url });

  /** Answers every request for the log with the state of the leader and then these bytes. */
  async function sends(bytes: (lsn: number) => Uint8Array): Promise<string> {
    const { applied_lsn: lastLsn } = await replicationOf(leader);
    between.answer = ({ url }, response) => {
      if (!url!.startsWith("/wal")) return false;
      const log = new URLSearchParams(url!.slice(url!.indexOf("?"))).get("log")!;
      response.setHeader("content-type", "application/octet-stream");
      response.write(encodeState(SUMS, { lastLsn, history: { log, epochs: [] } }));
      response.write(bytes(lastLsn + 1));
      return true;
    };
    between.cut();
    let problem: string | null = null;
    await until(async () => {
      ({ problem } = await replicationOf(follower));
      return problem !== null && !/aborted|ended|ECONN|hang up/.test(problem);
    });
    return problem!;
  }

  const CASES: readonly [string, (lsn: number) => Uint8Array, RegExp][] = [
    ["garbage", () => Buffer.from("<html>welcome</html>".repeat(20)), /damaged: a message of \d+ bytes/],
    [
      "a gap in the log",
      (lsn) => encodeRecord(SUMS, { lsn: lsn + 1, type: 2, body: new Uint8Array(4) }),
      /sends LSN/,
    ],
    [
      "a record of an unknown type",
      (lsn) => encodeRecord(SUMS, { lsn, type: 99, body: new Uint8Array(4) }),
      /unknown type/,
    ],
    [
      "a record about a collection that is not there",
      (lsn) => {
        const body = new TextEncoder().encode(
          JSON.stringify({ collection: "3f1c9a52-0000-4000-8000-000000000000" }),
        );
        return encodeRecord(SUMS, { lsn, type: JSON_TYPES.drop, body });
      },
      /which is not there/,
    ],
  ];
  for (const [what, bytes, words] of CASES) {
    it(`a follower that is sent ${what} says so, goes on serving, and follows again afterwards`, async () => {
      expect(await sends(bytes)).to.match(words);
      expect(await pointsOf(follower, position)).to.deep.equal([point(1)]);
      await follower.stop();
      between.answer = () => false;
      follower = await follow();
      const { applied } = await upsert(leader, 2);
      expect(await pointsOf(follower, applied)).to.deep.equal([1, 2].map(point));
    });
  }

  it("a follower whose leader answers with a redirection or an error page shows the status and the beginning", async () => {
    between.answer = ({ url }, response) => {
      if (url!.startsWith("/wal"))
        response.writeHead(302, { location: "http://127.0.0.1:1/" }).end("elsewhere");
      return url!.startsWith("/wal");
    };
    between.cut();
    await until(async () => /302/.test((await replicationOf(follower)).problem ?? ""));
    expect((await replicationOf(follower)).problem).to.equal('it answers with status 302: "elsewhere"');
    expect((await ask(follower, "GET", "/readyz")).status).to.equal(200);
  });

  it("a follower stops at once while its leader neither ends its headers nor its log", async () => {
    between.answer = ({ url }) => url!.startsWith("/wal");
    between.cut();
    await until(async () => (await replicationOf(follower)).problem !== null);
    const start = performance.now();
    await follower.stop();
    expect(performance.now() - start).to.be.lessThan(4_000);
  });

  it("a new follower is refused by what is no leader, and leaves its directory empty", async () => {
    const other = createServer((_, response) => response.end("<html>welcome</html>".repeat(1_000)));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const { said } = await refusedHere({ dataDir: join(servers.folder, "new"), follow: url });
      expect(said).to.contain('cannot be copied: it answers with status 200: "content of the type unknown"');
      expect(existsSync(join(servers.folder, "new", "incoming"))).to.equal(false);
    } finally {
      other.close();
    }
  });
});
