// The log in PostgreSQL while its servers fail: kills, pauses, failovers, standbys that are away, former primaries.
import { expect } from "chai";
import { LogUnavailable } from "../../src/errors/cluster.ts";
import { StartRefused } from "../../src/errors/server.ts";
import { PostgresLog, type PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import type { ReplicatedLog } from "../../src/storage/replicated-log.ts";
import { freePort } from "../support/free-port.ts";
import { LogLoad, LogTail } from "../support/log-load.ts";
import { type PostgresQuorum, type PostgresServer, startQuorum } from "../support/postgres.ts";
import {
  BEGIN,
  idsOf,
  newEntry,
  optionsOf,
  readAll,
  readBare,
  refusalOf,
  SHORT_MS,
} from "../support/postgres-log.ts";
import { until } from "../support/until.ts";

describe("a primary of PostgreSQL with two standbys, one of which must have each commit", () => {
  let quorum: PostgresQuorum;
  const logs: ReplicatedLog[] = [];

  beforeEach(async () => {
    quorum = await startQuorum();
  });

  afterEach(async () => {
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await quorum.remove();
  });

  const opened = async (more: Partial<PostgresLogOptions> = {}): Promise<PostgresLog> => {
    const log = new PostgresLog(optionsOf(quorum.url, { requireQuorum: true, ...more }));
    logs.push(log);
    await log.open();
    return log;
  };

  /** Ends load and tail, and expects that the log has what it must have. */
  async function expectComplete(load: LogLoad, tail: LogTail): Promise<void> {
    await load.stop();
    const log = await opened();
    const entries = await readAll(log);
    load.expectIn(entries);
    await tail.stopAt(entries.length);
    expect(tail.errors).to.deep.equal([]);
    expect(idsOf(tail.entries)).to.deep.equal(idsOf(entries));
  }

  it("a log on a quorum has no warnings", async () => {
    const log = new PostgresLog(optionsOf(quorum.url));
    logs.push(log);
    expect((await log.open()).warnings).to.deep.equal([]);
  });

  it("a primary that is killed under appends and started again loses and doubles no entry", async () => {
    const tail = new LogTail(await opened());
    const load = new LogLoad([await opened(), await opened()]);
    for (let round = 0; round < 5; round++) {
      await load.more(100);
      await quorum.primary.kill();
      await quorum.primary.start();
    }
    await load.more(100);
    expect(load.unknown.size).to.equal(0);
    await expectComplete(load, tail);
  });

  it("a failover to the standby that has most loses and doubles no entry, and servers find the new primary", async () => {
    const tail = new LogTail(await opened());
    const load = new LogLoad([await opened(), await opened()]);
    await load.more(300);
    await quorum.primary.kill();
    await failOver();
    await load.more(300);
    expect(load.unknown.size).to.equal(0);
    await expectComplete(load, tail);
  });

  /** Promotes the standby that has received most, as tools for PostgreSQL do. */
  async function failOver(): Promise<PostgresServer> {
    const received = async (server: PostgresServer) =>
      BigInt(String((await server.sql("select pg_last_wal_receive_lsn() - '0/0' as bytes"))[0]!.bytes));
    const [a, b] = quorum.standbys;
    const [next, rest] = (await received(a)) >= (await received(b)) ? [a, b] : [b, a];
    await rest.follow(next);
    await next.set({ synchronous_standby_names: `ANY 1 (${rest.name})` });
    await next.promote();
    return next;
  }

  it("a primary that stands still makes appends fail after their limit, and has their entries once or not at all", async () => {
    const log = await opened({ timeoutMs: SHORT_MS });
    await log.append(newEntry());
    const [first] = await readBare(log, BEGIN, 0);
    quorum.primary.pause();
    const [one, two] = [newEntry(), newEntry()];
    const began = performance.now();
    const errors = await Promise.all([one, two].map((lost) => refusalOf(log.append(lost))));
    for (const error of errors) expect(error).to.be.instanceOf(LogUnavailable);
    expect(performance.now() - began).to.be.within(SHORT_MS - 50, SHORT_MS * 2);
    expect(await refusalOf(log.head())).to.be.instanceOf(LogUnavailable);
    expect(await refusalOf(readBare(log, first!, 0))).to.be.instanceOf(LogUnavailable);
    quorum.primary.resume();
    const again = await opened();
    const seq = await again.append(one);
    const entries = await readAll(again);
    expect(entries.filter(({ id }) => id === one.id).map((found) => found.seq)).to.deep.equal([seq]);
    expect(entries.filter(({ id }) => id === two.id)).to.have.lengthOf.at.most(1);
  });

  it("an append is not acknowledged and not read while both standbys are stopped, and is when one is back", async () => {
    const [log, other] = [await opened(), await opened()];
    await Promise.all(quorum.standbys.map((standby) => standby.stop()));
    const one = newEntry();
    let isAcknowledged = false;
    const appending = log.append(one).then((seq) => {
      isAcknowledged = true;
      return seq;
    });
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    expect(await readBare(other, BEGIN, 500)).to.deep.equal([]);
    expect(isAcknowledged).to.equal(false);
    await quorum.standbys[1].start();
    expect(await appending).to.equal(1);
    expect(idsOf(await readBare(other, BEGIN, 10_000))).to.deep.equal([one.id]);
  });

  it("a commit whose wait for the standbys was cancelled is not acknowledged and not read before they have it", async () => {
    const [log, other, late] = [
      await opened({ timeoutMs: SHORT_MS }),
      await opened({ timeoutMs: SHORT_MS }),
      await opened({ timeoutMs: 60_000 }),
    ];
    await Promise.all(quorum.standbys.map((standby) => standby.stop()));
    const one = newEntry();
    const appending = refusalOf(log.append(one));
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    await quorum.primary.sql(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    expect(await appending).to.be.instanceOf(LogUnavailable);
    expect(await quorum.primary.sql("select seq from azimuth.log")).to.deep.equal([{ seq: "1" }]);
    expect(await refusalOf(readBare(other, BEGIN, 0))).to.be.instanceOf(LogUnavailable);
    expect(await refusalOf(other.head())).to.be.instanceOf(LogUnavailable);
    const reading = readBare(late, BEGIN, 0);
    await quorum.standbys[0].start();
    expect(idsOf(await reading)).to.deep.equal([one.id]);
    expect(await log.append(one)).to.equal(1);
  });

  it("entries that only the disk of a killed primary has are not read after its start", async () => {
    const log = await opened({ timeoutMs: SHORT_MS });
    await Promise.all(quorum.standbys.map((standby) => standby.stop()));
    const one = newEntry();
    const appending = refusalOf(log.append(one));
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    await quorum.primary.kill();
    await quorum.primary.start();
    await appending;
    expect(await quorum.primary.sql("select seq from azimuth.log")).to.deep.equal([{ seq: "1" }]);
    expect(await refusalOf(readBare(log, BEGIN, 0))).to.be.instanceOf(LogUnavailable);
    await Promise.all(quorum.standbys.map((standby) => standby.start()));
    expect(idsOf(await readAll(log))).to.deep.equal([one.id]);
  });

  it("a former primary that is started beside the new one answers nothing", async () => {
    const [log, short] = [await opened(), await opened({ timeoutMs: 2 * SHORT_MS })];
    const one = newEntry();
    await log.append(one);
    await quorum.primary.kill();
    const next = await failOver();
    await quorum.primary.start();
    const former = new PostgresLog(
      optionsOf(quorum.primary.url, { timeoutMs: SHORT_MS, startTimeoutMs: SHORT_MS }),
    );
    expect((await refusalOf(former.open())).message).to.match(
      /^cluster\.log\.postgres\.url: .*no answer within/,
    );
    const [two, again] = [newEntry(), await opened()];
    expect(await log.append(two)).to.equal(2);
    const all = await readAll(again);
    expect(idsOf(all)).to.deep.equal([one.id, two.id]);
    next.pause();
    expect(await refusalOf(readBare(short, all[1]!, 0))).to.be.instanceOf(LogUnavailable);
    next.resume();
    expect(await readBare(short, all[1]!, 0)).to.deep.equal([]);
  });

  it("a quorum that is switched off while it is required makes appends and heads fail until it is back", async () => {
    const log = await opened({ timeoutMs: SHORT_MS });
    const names = "ANY 1 (s1, s2)";
    await quorum.primary.set({ synchronous_standby_names: "" });
    for (const work of [log.append(newEntry()), log.head()]) {
      expect((await refusalOf(work)).message).to.include("log is not on a quorum");
    }
    await quorum.primary.set({ synchronous_standby_names: names });
    expect(await log.append(newEntry())).to.equal(1);
  });

  it("a start with standbys only is refused when its time is over", async () => {
    const url = quorum.url.replace(`${quorum.primary.address},`, "");
    const error = await refusalOf(new PostgresLog(optionsOf(url, { startTimeoutMs: 200 })).open());
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message.match(/the server is a standby/g)).to.have.lengthOf(2);
  });

  it("a start is refused when its time is over and nothing listens", async () => {
    const url = `postgres://azimuth:hidden@127.0.0.1:${await freePort()}/postgres`;
    const error = await refusalOf(new PostgresLog(optionsOf(url, { startTimeoutMs: 200 })).open());
    expect(error.message).to.match(/^cluster\.log\.postgres\.url: .*ECONNREFUSED/);
    expect(error.message).not.to.include("hidden");
  });
});

async function waitingCommits(server: PostgresServer): Promise<number> {
  return (await server.sql("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;
}
