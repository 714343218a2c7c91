// The setting cluster.log.postgres.url: one URL with one host or several, and the schema.
// The decision: several hosts are written as PostgreSQL's own library takes them, and each becomes a URL of its own.
// Texts name hosts and never the whole URL, because that contains the password.
import { StartRefused } from "../../errors/server.ts";

export const URL_SETTING = "cluster.log.postgres.url";
export const SCHEMA_SETTING = "cluster.log.postgres.schema";

export interface PostgresHost {
  /** The host and its port, for texts. */
  readonly shown: string;
  readonly url: string;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]+)([/?].*)?$/;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Returns a URL for each host.
 * @param url such as `postgres://user:password@one,two:5433/database?sslmode=verify-full`
 * @throws StartRefused
 */
export function hostsOf(url: string): readonly PostgresHost[] {
  const [, start = "", hosts, rest = ""] = PARTS.exec(url) ?? [];
  const shown = hosts?.split(",") ?? [];
  const all = shown.map((host) => ({ shown: host, url: `${start}${host}${rest}` }));
  if (all.length === 0 || !all.every((host) => host.shown !== "" && URL.canParse(host.url))) {
    throw new StartRefused(
      `${URL_SETTING}: this is not a URL of PostgreSQL, such as postgres://user:password@host:5432/database`,
    );
  }
  return all;
}

/** @throws StartRefused for a name that would have to be quoted */
export function checkSchemaName(schema: string): void {
  if (SCHEMA.test(schema)) return;
  throw new StartRefused(
    `${SCHEMA_SETTING}: the name of a schema has at most 63 small letters, digits and _, and begins with no digit: ${schema}`,
  );
}
