// The tables of the log: they are created by the first server, and checked by every server that starts.
// The decision: they are created in one transaction behind an advisory lock, so of several servers that start at once
// one creates them. A schema that an administrator has made is used, as creating one may need more rights. Tables of the
// version before are changed by the first server that starts, in the same way, while others append and read.
import { StartRefused } from "../../errors/server.ts";
import type { LogPosition } from "../../storage/replicated-log.ts";
import { SCHEMA_SETTING } from "./address.ts";
import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";
import { FORMER_VERSION, SCHEMA_VERSION } from "./tables.ts";

interface ClusterNames {
  /** The name of the cluster. */
  readonly name: string;
  readonly schema: string;
  /** Returns a new id and a new secret for the log, if it has to be created. */
  readonly identify: () => LogIdentity;
}

type LogIdentity = Pick<LogPosition, "id" | "secret">;

/**
 * Creates the tables if there are none, and changes those of the version before.
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
  const exists = async () => (await ask(sql.exists))[0]!;
  const version = async () => Number((await ask(sql.version))[0]?.[0]);
  const changeAlone = async (change: () => Promise<void>) => {
    await ask({ text: "begin" });
    await ask(sql.lock);
    await change();
    await ask({ text: "commit" });
  };
  if ((await exists())[1] !== true) {
    await changeAlone(async () => {
      const [hasSchema, isDone] = await exists();
      if (hasSchema !== true) await ask(sql.createSchema);
      if (isDone === true) return;
      await ask(sql.createTables);
      const { id, secret } = names.identify();
      await ask(sql.register(id, secret, names.name));
    });
  }
  const found = await version();
  if (found !== SCHEMA_VERSION && found !== FORMER_VERSION) {
    throw new StartRefused(
      `${SCHEMA_SETTING}: the schema ${names.schema} has version ${found}, and this server needs version ${SCHEMA_VERSION}`,
    );
  }
  const [[id, secret, name] = []] = await ask(sql.meta);
  if (name !== names.name) {
    throw new StartRefused(
      `cluster.name: the log in the schema ${names.schema} belongs to the cluster ${JSON.stringify(name)} and not to ${JSON.stringify(names.name)}`,
    );
  }
  if (found === FORMER_VERSION) {
    await changeAlone(async () => {
      if ((await version()) === FORMER_VERSION) await ask(sql.migrate);
    });
  }
  return { id: id as string, secret: secret as string };
}
