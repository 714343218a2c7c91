// Begins a log that continues what one server has: its first entry is the one behind the last that this server has
// applied.
// The decision: a log that is replaced is not removed. Its entries stay in a table of another name, because an operator
// who was wrong may need them; they are dropped by hand.
import { StartRefused } from "../../errors/server.ts";
import type { EntryPosition } from "../../storage/replicated-log.ts";
import type { FoundLog } from "../new-log-guards.ts";
import { checkSchemaName, hostsOf } from "./address.ts";
import type { Connection } from "./connection.ts";
import { type PostgresLogOptions, refusalOf, warningsOf } from "./postgres-log.ts";
import { prepareSchema } from "./schema.ts";
import { Hosts, Session, Unsuitable } from "./session.ts";
import { type Statements, statementsOf } from "./statements.ts";

interface NewLog {
  /** A new UUID. */
  readonly id: string;
  /** See LogPosition. */
  readonly secret: string;
  /** What the servers have applied when they begin with it. */
  readonly start: EntryPosition & { readonly chain: number };
}

interface BegunLog {
  readonly warnings: readonly string[];
  /** The table with the entries of the former log; null: it had none. */
  readonly keptIn: string | null;
}

/** Characters of the id of a log in the name of a table. */
const SHOWN_ID = 8;

/**
 * @param prepare is called before the log is begun, and again if PostgreSQL has to be asked again; it may refuse
 * @throws StartRefused, also what `prepare` throws
 */
export async function beginLog(
  options: Omit<PostgresLogOptions, "randomUuid" | "sums">,
  log: NewLog,
  prepare: (found: FoundLog) => void,
): Promise<BegunLog> {
  const { url, schema, requireQuorum, timeoutMs, startTimeoutMs } = options;
  checkSchemaName(schema);
  const sql = statementsOf(schema, requireQuorum);
  const session = new Session(new Hosts({ hosts: hostsOf(url), timeoutMs, requireQuorum }));
  const isLast = (error: unknown) => error instanceof Unsuitable || error instanceof StartRefused;
  const names = { ...options, identify: () => log };
  try {
    return await session.run(
      startTimeoutMs,
      async (connection, leftMs) => {
        await prepareSchema(connection, sql, names, leftMs);
        const keptIn = await replace(connection, { sql, schema, log, prepare }, leftMs);
        return { warnings: warningsOf(connection.facts), keptIn };
      },
      isLast,
    );
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(refusalOf(error, startTimeoutMs), { cause: error });
  } finally {
    session.close();
  }
}

/** Replaces the log in one transaction. @returns the table with the former entries */
async function replace(
  connection: Connection,
  {
    sql,
    schema,
    log,
    prepare,
  }: {
    readonly sql: Statements;
    readonly schema: string;
    readonly log: NewLog;
    readonly prepare: (found: FoundLog) => void;
  },
  limitMs: number,
): Promise<string | null> {
  const ask = (text: string, values: readonly unknown[] = []) => connection.query({ text, values }, limitMs);
  const { seq, chain } = log.start;
  await ask("begin");
  await connection.query(sql.lock, limitMs);
  const [[lastSeq, id] = []] = await ask(
    `select h.seq, m.id::text from ${schema}.head h, ${schema}.meta m for update of h`,
  );
  const former = String(id).slice(0, SHOWN_ID);
  const found = { id: id as string, lastSeq: Number(lastSeq), nodes: await nodesIn(ask, schema) };
  // The answer to the commit of an earlier attempt was lost.
  if (found.id === log.id && found.lastSeq === seq) {
    await ask("commit");
    return null;
  }
  prepare(found);
  const [[hasEntries] = []] = await ask(`select exists (select from ${schema}.log)`);
  if (hasEntries === true) {
    await ask(`alter table ${schema}.log rename to log_${former}`);
    await ask(`create table ${schema}.log (like ${schema}.log_${former} including all)`);
  }
  await ask(`update ${schema}.meta set id = $1, secret = $2`, [log.id, log.secret]);
  await ask(`update ${schema}.head set seq = $1::bigint, chain = $2, first = $1::bigint + 1`, [seq, chain]);
  await ask(`delete from ${schema}.node`);
  await ask("commit");
  return hasEntries === true ? `${schema}.log_${former}` : null;
}

async function nodesIn(
  ask: (text: string) => Promise<unknown[][]>,
  schema: string,
): Promise<FoundLog["nodes"]> {
  const rows = await ask(
    `select server::text, name, applied, extract(epoch from clock_timestamp() - at) from ${schema}.node order by name`,
  );
  return rows.map(([server, name, applied, silent]) => ({
    server: server as string,
    name: name as string,
    applied: Number(applied),
    silentSeconds: Number(silent),
  }));
}
