// The log in PostgreSQL, with one real server: what every driver must do, and starts.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { StartRefused } from "../../src/errors/server.ts";
import { PostgresLog, type PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import { type ReplicatedLog, sumOf } from "../../src/storage/replicated-log.ts";
import { bytes } from "../support/chance.ts";
import { LosingProxy } from "../support/losing-proxy.ts";
import { PostgresServer } from "../support/postgres.ts";
import {
  BEGIN,
  newEntry,
  optionsOf,
  readAll,
  readBare,
  refusalOf,
  SHORT_MS,
} from "../support/postgres-log.ts";
import { seededRandom } from "../support/random.ts";
import { describeReplicatedLog } from "../support/replicated-log-conformance.ts";
import { until } from "../support/until.ts";

const MB = 2 ** 20;

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
    await server.sql(`update log_${schemas}.meta set version = 99`);
    const version = await refusalOf(made().open());
    expect(version).to.be.instanceOf(StartRefused);
    expect(version.message).to.match(
      /^cluster\.log\.postgres\.schema: .*version 99, and this server needs version 3$/,
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
    expect(await log.append(newEntry())).to.equal(1);
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
    await log.append({ id: randomUUID(), body, place: null });
    const [read] = await readAll(log);
    expect(Buffer.compare(read!.body!, body)).to.equal(0);
  });

  it("an entry that nobody has announced is found by a reader that waits at the end", async () => {
    const log = made();
    await log.open();
    await log.append(newEntry("one"));
    const [first] = await readAll(log);
    expect(await readBare(log, first!, 1), "the end is known").to.deep.equal([]);
    const entry = newEntry("two");
    const { id, body } = entry;
    const values = `'{${id}}', '{${body.length}}', '{${sumOf({ crc32 }, entry)}}', '\\x${body.toString("hex")}'`;
    await server.sql(`select log_${schemas}.append(${values}, '{null}', 0, false)`);
    const found = await readBare(log, first!, SHORT_MS);
    expect(found.map(({ seq, body }) => [seq, String(body)])).to.deep.equal([[2, "two"]]);
  });

  it("an entry that was changed in the table is not returned", async () => {
    const [log, other] = [made(), made()];
    await log.open();
    await log.append(newEntry("one"));
    await log.append(newEntry("two"));
    await server.sql(`update log_${schemas}.log set body = 'six' where seq = 2`);
    await other.open();
    const error = await refusalOf(readBare(other, BEGIN, 0));
    expect(error.message).to.include("entry 2 has a wrong check sum");
  });

  it("an entry whose place was changed in the table is not returned to a reader that has its place", async () => {
    const [log, other] = [made(), made()];
    await log.open();
    const place = "7f3c1c7e-1f0a-4c55-9c0a-0e6f6e0c9a11";
    await log.append(newEntry("one", `${place}/0`));
    await server.sql(`update log_${schemas}.log set place = '${place}/1'`);
    await other.open();
    const error = await refusalOf(other.read(BEGIN, 0, new Set([`${place}/1`])));
    expect(error.message).to.include("differ");
  });

  it("an entry that failed is not appended again when the log was trimmed behind it meanwhile", async () => {
    const [log, other] = [made({ timeoutMs: SHORT_MS }), made()];
    await log.open();
    await other.open();
    await server.sql(`create function log_${schemas}.fail() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$; create trigger fail before insert on log_${schemas}.log
      execute function log_${schemas}.fail()`);
    const failing = refusalOf(log.append(newEntry()));
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
