// The log in PostgreSQL, with real servers: what every driver must do, starts, and servers that fail.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { LogUnavailable } from "../../src/errors/cluster.ts";
import { StartRefused } from "../../src/errors/server.ts";
import { PostgresLog, type PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import { FIRST_CHAIN, type LogEntry, type ReplicatedLog } from "../../src/storage/replicated-log.ts";
import { bytes } from "../support/chance.ts";
import { freePort } from "../support/free-port.ts";
import { LogLoad, LogTail } from "../support/log-load.ts";
import { LosingProxy } from "../support/losing-proxy.ts";
import { type PostgresQuorum, PostgresServer, startQuorum } from "../support/postgres.ts";
import { seededRandom } from "../support/random.ts";
import { describeReplicatedLog } from "../support/replicated-log-conformance.ts";
import { until } from "../support/until.ts";

const BEGIN = { seq: 0, chain: FIRST_CHAIN };
/** The limit of calls in tests that wait for it. */
const SHORT_MS = 1_000;
const MB = 2 ** 20;

const optionsOf = (url: string, more: Partial<PostgresLogOptions> = {}): PostgresLogOptions => ({
  url,
  schema: "azimuth",
  name: "test",
  requireQuorum: false,
  timeoutMs: 10_000,
  startTimeoutMs: 10_000,
  sums: { crc32 },
  randomUuid: randomUUID,
  ...more,
});

const entry = (text = "") => ({ id: randomUUID() as string, body: Buffer.from(text) });
const ids = (entries: readonly LogEntry[]) => entries.map(({ id }) => id);

async function readAll(log: ReplicatedLog): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const read = await log.read(entries.at(-1) ?? BEGIN, 0);
    if (read.length === 0) return entries;
    entries.push(...read);
  }
}

async function refusalOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail("it was not refused"),
    (error: Error) => error,
  );
}

describe("one server of PostgreSQL", () => {
  let server: PostgresServer;
  let schemas = 0;
  const logs: ReplicatedLog[] = [];

  before(async () => {
    server = await PostgresServer.create("s0");
    await server.start();
  });

  after(() => server.remove());

  afterEach(async () => {
    await Promise.all(logs.splice(0).map((log) => log.close()));
  });

  const made = (more: Partial<PostgresLogOptions> = {}, url = server.url): PostgresLog => {
    const log = new PostgresLog(optionsOf(url, { schema: `log_${schemas}`, ...more }));
    logs.push(log);
    return log;
  };

  beforeEach(() => {
    schemas++;
  });

  describeReplicatedLog("in PostgreSQL", async () => {
    const schema = `conformance_${schemas}`;
    const proxy = await LosingProxy.start(server.port);
    const url = server.url.replace(String(server.port), String(proxy.port));
    return {
      handles: "several",
      start: () => new PostgresLog(optionsOf(url, { schema })),
      loseReply: async (log, lost) => {
        proxy.loseAnswerTo("append");
        await log.append(lost);
        expect(proxy.lost).to.equal(1);
      },
      end: async () => proxy.close(),
    };
  });

  it("servers that start at once create one log, and name that it is on one machine", async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => made().open()));
    expect(new Set(opened.map(({ id }) => id)).size).to.equal(1);
    expect(opened[0]?.warnings).to.deep.equal([
      "log is not on a quorum: synchronous_standby_names of PostgreSQL is empty",
    ]);
  });

  it("a cluster that requires a quorum does not start without one", async () => {
    const error = await refusalOf(made({ requireQuorum: true }).open());
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message).to.match(/^cluster\.require_quorum: 127\.0\.0\.1:\d+: log is not on a quorum/);
  });

  it("a server of another cluster is refused, and one of another version of the tables", async () => {
    await made().open();
    const name = await refusalOf(made({ name: "other" }).open());
    expect(name).to.be.instanceOf(StartRefused);
    expect(name.message).to.match(/^cluster\.name: .*belongs to the cluster "test" and not to "other"$/);
    await server.sql(`update log_${schemas}.meta set version = 2`);
    const version = await refusalOf(made().open());
    expect(version).to.be.instanceOf(StartRefused);
    expect(version.message).to.match(
      /^cluster\.log\.postgres\.schema: .*version 2, and this server needs version 1$/,
    );
  });

  it("a start is refused at once for a database and a user that do not exist, without the password", async () => {
    for (const url of [
      `postgres://azimuth:hidden@${server.address}/none`,
      `postgres://nobody:hidden@${server.address}/postgres`,
    ]) {
      const error = await refusalOf(made({ startTimeoutMs: 600_000 }, url).open());
      expect(error).to.be.instanceOf(StartRefused);
      expect(error.message).to.match(/^cluster\.log\.postgres\.url: 127\.0\.0\.1:\d+: .*does not exist$/);
      expect(error.message).not.to.include("hidden");
    }
  });

  it("a schema that an administrator has made is used by a user who may not create one", async () => {
    const schema = `log_${schemas}`;
    await server.sql(`create user u${schemas}; create schema ${schema} authorization u${schemas}`);
    const log = made({}, server.url.replace("azimuth@", `u${schemas}@`));
    await log.open();
    expect(await log.append(entry())).to.equal(1);
  });

  it("a start waits for PostgreSQL", async () => {
    const late = await PostgresServer.create("late");
    const opening = made({ startTimeoutMs: 30_000 }, late.url).open();
    await late.start();
    expect((await opening).lastSeq).to.equal(0);
    await late.remove();
  });

  it("a server that is read-only is passed over", async () => {
    await made().open();
    await server.set({ default_transaction_read_only: "on" });
    const error = await refusalOf(made({ startTimeoutMs: 100 }).open());
    expect(error.message).to.include("the server is read-only");
    await server.set({ default_transaction_read_only: "off" });
  });

  it("a body of 20 MiB is read in parts, as it was appended", async () => {
    const log = made();
    await log.open();
    const body = bytes(seededRandom(6), 20 * MB);
    await log.append({ id: randomUUID(), body });
    const [read] = await readAll(log);
    expect(Buffer.compare(read!.body, body)).to.equal(0);
  });

  it("an entry that was changed in the table is not returned", async () => {
    const log = made();
    await log.open();
    await log.append(entry("one"));
    await log.append(entry("two"));
    await server.sql(`update log_${schemas}.log set body = 'six' where seq = 2`);
    const error = await refusalOf(log.read(BEGIN, 0));
    expect(error.message).to.include("entry 2 has a wrong check sum");
  });

  it("an entry that failed is not appended again when the log was trimmed behind it meanwhile", async () => {
    const [log, other] = [made({ timeoutMs: SHORT_MS }), made()];
    await log.open();
    await other.open();
    await server.sql(`create function log_${schemas}.fail() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$; create trigger fail before insert on log_${schemas}.log
      execute function log_${schemas}.fail()`);
    const failing = refusalOf(log.append(entry()));
    await until(
      async () =>
        Number(
          (await server.sql("select count(*) as n from pg_stat_activity where query like '%append%'"))[0]?.n,
        ) > 0,
    );
    await server.sql(
      `drop trigger fail on log_${schemas}.log; update log_${schemas}.head set seq = 5, first = 6`,
    );
    expect((await failing).message).to.match(/entries behind 0 were trimmed/);
    expect(await other.head()).to.equal(5);
  });
});

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
    expect(ids(tail.entries)).to.deep.equal(ids(entries));
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
    await log.append(entry());
    quorum.primary.pause();
    const [one, two] = [entry(), entry()];
    const began = performance.now();
    const errors = await Promise.all([one, two].map((lost) => refusalOf(log.append(lost))));
    for (const error of errors) expect(error).to.be.instanceOf(LogUnavailable);
    expect(performance.now() - began).to.be.within(SHORT_MS - 50, SHORT_MS * 2);
    expect(await refusalOf(log.head())).to.be.instanceOf(LogUnavailable);
    expect(await refusalOf(log.read(BEGIN, 0))).to.be.instanceOf(LogUnavailable);
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
    const one = entry();
    let isAcknowledged = false;
    const appending = log.append(one).then((seq) => {
      isAcknowledged = true;
      return seq;
    });
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    expect(await other.read(BEGIN, 500)).to.deep.equal([]);
    expect(isAcknowledged).to.equal(false);
    await quorum.standbys[1].start();
    expect(await appending).to.equal(1);
    expect(ids(await other.read(BEGIN, 10_000))).to.deep.equal([one.id]);
  });

  it("a commit whose wait for the standbys was cancelled is not acknowledged and not read before they have it", async () => {
    const [log, other, late] = [
      await opened({ timeoutMs: SHORT_MS }),
      await opened({ timeoutMs: SHORT_MS }),
      await opened({ timeoutMs: 60_000 }),
    ];
    await Promise.all(quorum.standbys.map((standby) => standby.stop()));
    const one = entry();
    const appending = refusalOf(log.append(one));
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    await quorum.primary.sql(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    expect(await appending).to.be.instanceOf(LogUnavailable);
    expect(await quorum.primary.sql("select seq from azimuth.log")).to.deep.equal([{ seq: "1" }]);
    expect(await refusalOf(other.read(BEGIN, 0))).to.be.instanceOf(LogUnavailable);
    expect(await refusalOf(other.head())).to.be.instanceOf(LogUnavailable);
    const reading = late.read(BEGIN, 0);
    await quorum.standbys[0].start();
    expect(ids(await reading)).to.deep.equal([one.id]);
    expect(await log.append(one)).to.equal(1);
  });

  it("entries that only the disk of a killed primary has are not read after its start", async () => {
    const log = await opened({ timeoutMs: SHORT_MS });
    await Promise.all(quorum.standbys.map((standby) => standby.stop()));
    const one = entry();
    const appending = refusalOf(log.append(one));
    await until(async () => (await waitingCommits(quorum.primary)) > 0);
    await quorum.primary.kill();
    await quorum.primary.start();
    await appending;
    expect(await quorum.primary.sql("select seq from azimuth.log")).to.deep.equal([{ seq: "1" }]);
    expect(await refusalOf(log.read(BEGIN, 0))).to.be.instanceOf(LogUnavailable);
    await Promise.all(quorum.standbys.map((standby) => standby.start()));
    expect(ids(await readAll(log))).to.deep.equal([one.id]);
  });

  it("a former primary that is started beside the new one answers nothing", async () => {
    const [log, short] = [await opened(), await opened({ timeoutMs: 2 * SHORT_MS })];
    const one = entry();
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
    const [two, again] = [entry(), await opened()];
    expect(await log.append(two)).to.equal(2);
    const all = await readAll(again);
    expect(ids(all)).to.deep.equal([one.id, two.id]);
    next.pause();
    expect(await refusalOf(short.read(all[1]!, 0))).to.be.instanceOf(LogUnavailable);
    next.resume();
    expect(await short.read(all[1]!, 0)).to.deep.equal([]);
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
