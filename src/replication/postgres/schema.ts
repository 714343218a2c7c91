// The tables of the log: they are created by the first server, and checked by every server that starts.
// The decision: they are created in one transaction behind an advisory lock, so of several servers that start at once
// one creates them. A schema that an administrator has made is used, as creating one may need more rights.
import { StartRefused } from "../../errors/server.ts";
import type { LogPosition } from "../../storage/replicated-log.ts";
import { SCHEMA_SETTING } from "./address.ts";
import type { Connection } from "./connection.ts";
import { SCHEMA_VERSION, type Statements } from "./statements.ts";

interface ClusterNames {
  /** The name of the cluster. */
  readonly name: string;
  readonly schema: string;
  /** Returns a new id and a new secret for the log, if it has to be created. */
  readonly identify: () => LogIdentity;
}

type LogIdentity = Pick<LogPosition, "id" | "secret">;

/**
 * Creates the tables if there are none.
 * @returns the id of the log, and its secret
 * @throws StartRefused for tables of another cluster or of another version, Error
 */
export async function prepareSchema(
  connection: Connection,
  sql: Statements,
  names: ClusterNames,
  limitMs: number,
): Promise<LogIdentity> {
  const ask = (statement: Parameters<Connection["query"]>[0]) => connection.query(statement, limitMs);
  if (!(await hasTables())) {
    await ask({ text: "begin" });
    await ask(sql.lock);
    const [[hasSchema, isDone] = []] = await ask(sql.exists);
    if (hasSchema !== true) await ask(sql.createSchema);
    if (isDone !== true) {
      await ask(sql.createTables);
      const { id, secret } = names.identify();
      await ask(sql.register(id, secret, names.name));
    }
    await ask({ text: "commit" });
  }
  const [[version] = []] = await ask(sql.version);
  if (version !== SCHEMA_VERSION) {
    throw new StartRefused(
      `${SCHEMA_SETTING}: the schema ${names.schema} has version ${version}, and this server needs version ${SCHEMA_VERSION}`,
    );
  }
  const [[id, secret, name] = []] = await ask(sql.meta);
  if (name !== names.name) {
    throw new StartRefused(
      `cluster.name: the log in the schema ${names.schema} belongs to the cluster ${JSON.stringify(name)} and not to ${JSON.stringify(names.name)}`,
    );
  }
  return { id: id as string, secret: secret as string };

  async function hasTables(): Promise<boolean> {
    const [[, has] = []] = await ask(sql.exists);
    return has === true;
  }
}
