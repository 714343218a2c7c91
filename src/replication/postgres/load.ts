// Loads the driver of PostgreSQL, with its client, when the setting `cluster.log.postgres.url` is used.
// The decision: servers without a cluster never run that code, and start as fast as without it.
import type { beginLog } from "./begin-log.ts";
import type { PostgresLog, PostgresLogOptions } from "./postgres-log.ts";

/** Returns a log that is not open. @throws StartRefused for a URL or a schema that cannot be used */
export async function postgresLog(options: PostgresLogOptions): Promise<PostgresLog> {
  const { PostgresLog } = await import("./postgres-log.ts");
  return new PostgresLog(options);
}

/** As `beginLog`. */
export const beginPostgresLog: typeof beginLog = async (...args) => {
  const { beginLog } = await import("./begin-log.ts");
  return beginLog(...args);
};
