// The tables of the log in PostgreSQL when a server of a newer version starts, with one real server.
import { expect } from "chai";
import { StartRefused } from "../../src/errors/server.ts";
import { beginLog } from "../../src/replication/postgres/begin-log.ts";
import { PostgresLog, type PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import type { ReplicatedLog } from "../../src/storage/replicated-log.ts";
import { PostgresServer } from "../support/postgres.ts";
import { BEGIN, newEntry, optionsOf, readAll, readBare, refusalOf } from "../support/postgres-log.ts";
import { FormerServer } from "../support/postgres-version-2.ts";
import { range } from "../support/shared-log-home.ts";

const PLACE = "7f3c1c7e-1f0a-4c55-9c0a-0e6f6e0c9a11/3";
const COUNT = 30;
const ROUNDS = 25;

describe("the tables of the log in PostgreSQL", () => {
  let server: PostgresServer;
  let schema: string;
  let schemas = 0;
  let former: FormerServer;
  const logs: ReplicatedLog[] = [];

  before(async () => {
    server = await PostgresServer.create("versions");
    await server.start();
  });
  after(() => server.remove());

  beforeEach(async () => {
    schema = `versions_${++schemas}`;
    former = await FormerServer.create(server.url, schema, "test");
    for (const n of range(1, COUNT)) await former.append(`body ${n}`);
  });
  afterEach(async () => {
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await former.close();
  });

  const made = (more: Partial<PostgresLogOptions> = {}): PostgresLog => {
    const log = new PostgresLog(optionsOf(server.url, { schema, ...more }));
    logs.push(log);
    return log;
  };
  const opened = async (): Promise<PostgresLog> => {
    const log = made();
    await log.open();
    return log;
  };
  const version = async () => (await server.sql(`select version from ${schema}.meta`))[0]?.version;
  const textsOf = (entries: readonly { readonly body: Uint8Array | null }[]) =>
    entries.map(({ body }) => body && Buffer.from(body).toString());

  it("tables of version 2 become those of version 3 when servers start at once, and keep their log and its entries", async () => {
    const [{ id } = {}] = await server.sql(`select id::text from ${schema}.meta`);
    const positions = await Promise.all(range(1, 5).map(() => made().open()));
    for (const position of positions) {
      expect(position).to.include({ id, secret: "a secret of an old log", firstSeq: 1, lastSeq: COUNT });
    }
    expect(await version()).to.equal(3);
    const log = logs[0]!;
    expect(textsOf(await readAll(log))).to.deep.equal(range(1, COUNT).map((n) => `body ${n}`));
    expect(await log.append(newEntry("placed", PLACE))).to.equal(COUNT + 1);
    expect(textsOf(await readAll(await opened())).at(-1)).to.equal(null);
    expect(textsOf(await readAll(await opened(), new Set([PLACE]))).at(-1)).to.equal("placed");
  });

  it("a server of version 2 that runs goes on to append and to read all bodies while and after the tables change", async () => {
    expect(await former.read()).to.have.lengthOf(COUNT);
    let isOver = false;
    let appended = COUNT;
    const load = (async () => {
      while (!isOver) appended = (await former.append(`more ${appended + 1}`))[0]!;
    })();
    const log = await opened();
    for (const n of range(1, ROUNDS)) await log.append(newEntry(`new ${n}`));
    isOver = true;
    await load;
    const texts = textsOf(await readAll(await opened()));
    expect(texts.filter((text) => text?.startsWith("new"))).to.have.lengthOf(ROUNDS);
    expect((await former.read()).map(({ body }) => body)).to.deep.equal(texts);
    expect(await former.isSound()).to.equal(true);
    const last = await log.append(newEntry("placed", PLACE));
    expect((await former.read()).at(-1)).to.deep.equal({ seq: last, body: "placed" });
    expect(await former.append("behind it")).to.deep.equal([last + 1]);
    expect(textsOf(await readAll(await opened())).slice(-2)).to.deep.equal([null, "behind it"]);
  });

  it("the tables that a first server creates are those that version 2 becomes", async () => {
    await opened();
    const columnsOf = async (name: string) =>
      server.sql(`select table_name, column_name, data_type, is_nullable from information_schema.columns
        where table_schema = '${name}' order by table_name, ordinal_position`);
    const migrated = await columnsOf(schema);
    schema = `${schema}_new`;
    await opened();
    expect(await version()).to.equal(3);
    expect(await columnsOf(schema)).to.deep.equal(migrated);
  });

  it("a server of another cluster is refused and does not change tables of version 2", async () => {
    const error = await refusalOf(made({ name: "other" }).open());
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message).to.match(/^cluster\.name: /);
    expect(await version()).to.equal(2);
  });

  it("tables of version 1 and of versions above 3 are refused and stay as they are", async () => {
    for (const other of [1, 4]) {
      await server.sql(`update ${schema}.meta set version = ${other}`);
      const error = await refusalOf(made().open());
      expect(error).to.be.instanceOf(StartRefused);
      expect(error.message).to.match(
        new RegExp(
          `^cluster\\.log\\.postgres\\.schema: .*version ${other}, and this server needs version 3$`,
        ),
      );
      expect(await version()).to.equal(other);
    }
  });

  it("a change of the tables that fails leaves version 2 as it was", async () => {
    await server.sql(`create function ${schema}.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no change'; end $$; create trigger refuse before update on ${schema}.meta
      execute function ${schema}.refuse()`);
    const error = await refusalOf(made({ startTimeoutMs: 200 }).open());
    expect(error.message).to.contain("no change");
    expect(await version()).to.equal(2);
    expect(await former.append("after it")).to.deep.equal([COUNT + 1]);
    await server.sql(`drop trigger refuse on ${schema}.meta`);
    expect((await made().open()).lastSeq).to.equal(COUNT + 1);
  });

  it("a log that is begun again on tables of version 2 has version 3, and keeps the former entries in a table", async () => {
    const id = "11111111-1111-4111-8111-111111111111";
    const start = { seq: 100, chain: 7 };
    const { keptIn } = await beginLog(
      optionsOf(server.url, { schema }),
      { id, secret: "new", start },
      () => {},
    );
    expect(await version()).to.equal(3);
    expect((await server.sql(`select count(*)::int as n from ${keptIn}`))[0]?.n).to.equal(COUNT);
    const log = await opened();
    expect(await log.append(newEntry("placed", PLACE))).to.equal(101);
    expect((await readBare(log, start, 0)).map(({ seq, body }) => [seq, body])).to.deep.equal([[101, null]]);
  });
});

describe("a body in PostgreSQL of a place that a reader lacks", () => {
  const BODY_BYTES = 2 * 2 ** 20;
  let server: PostgresServer;
  let log: PostgresLog;

  before(async () => {
    server = await PostgresServer.create("toast");
    await server.start();
  });
  after(() => server.remove());
  afterEach(() => log.close());

  /** Returns the pages of long values that were read or found in memory, as counted by sessions that have ended. */
  const pages = async () =>
    Number(
      (
        await server.sql(
          `select toast_blks_read + toast_blks_hit as n from pg_statio_user_tables where relname = 'log'`,
        )
      )[0]?.n,
    );

  /** Reads the log once as a server that starts. @returns the pages of bodies that PostgreSQL has read */
  async function pagesOfRead(places: ReadonlySet<string>): Promise<number> {
    const before = await pages();
    const reader = new PostgresLog(optionsOf(server.url));
    await reader.open();
    expect(await reader.read(BEGIN, 0, places)).to.have.lengthOf(2);
    await reader.close();
    await settled();
    return (await pages()) - before;
  }

  /** Resolves when no session of a log is left, as each reports its counts when it ends. */
  async function settled(): Promise<void> {
    const left = `select count(*)::int as n from pg_stat_activity where application_name = 'azimuth'`;
    while (Number((await server.sql(left))[0]?.n) > 0);
  }

  it("the body of a place that a reader lacks is not read from the disk of PostgreSQL", async () => {
    log = new PostgresLog(optionsOf(server.url));
    await log.open();
    await log.append({ ...newEntry("", PLACE), body: new Uint8Array(BODY_BYTES) });
    await log.append(newEntry("for every server"));
    await log.close();
    await settled();
    expect(await pagesOfRead(new Set())).to.equal(0);
    expect(await pagesOfRead(new Set([PLACE]))).to.be.greaterThan(BODY_BYTES / 8192);
  });
});
