// Opens the source of a migration: one entry for each kind of database.
// The decision: the flags of all kinds are in one type, and each entry reads those that its subcommand has. The driver
// of PostgreSQL is loaded when it is needed.
import type { Readable } from "node:stream";
import { DISTANCE_NAMES, type Distance } from "../../shared/distances.ts";
import { addressOf, choiceOf, wrongValue } from "../common/flag-values.ts";
import { ChromaSource } from "./chroma.ts";
import { PgvectorSource } from "./pgvector.ts";
import { PineconeSource } from "./pinecone.ts";
import { QdrantSource } from "./qdrant.ts";
import type { Patience } from "./retries.ts";
import type { RowOptions, SourceDatabase } from "./source-database.ts";
import { type SourceAddress, SourceHttp } from "./source-http.ts";
import { WeaviateSource } from "./weaviate.ts";

/** The flags that are about the source; each kind has some of them. */
export interface SourceFlags {
  readonly idField: string;
  readonly documentField?: string;
  readonly tenant?: string;
  readonly database?: string;
  readonly distance?: string;
  readonly sparseName?: string;
}

export const DEFAULT_TENANT = "default_tenant";

/** The arguments with which a source is opened. */
interface Opening {
  readonly address: string;
  readonly flags: SourceFlags;
  readonly key: string | null;
  readonly options: RowOptions;
  readonly patience: Patience;
  readonly stdin: Readable;
}

type Headers = SourceAddress["headers"];
type Open = (opening: Opening) => SourceDatabase | Promise<SourceDatabase>;

const open: Readonly<Record<string, Open>> = {
  qdrant: ({ address, key, options, patience }) =>
    new QdrantSource(httpAt(address, key === null ? {} : { "api-key": key }, patience), options),
  chroma: ({ address, key, options, patience, flags }) => {
    const headers: Headers = key === null ? {} : { "x-chroma-token": key, authorization: `Bearer ${key}` };
    const { tenant = DEFAULT_TENANT, database = "", documentField = "" } = flags;
    return new ChromaSource(httpAt(address, headers, patience), {
      ...options,
      tenant,
      database,
      documentField,
    });
  },
  weaviate: ({ address, key, options, patience, flags }) => {
    const headers: Headers = key === null ? {} : { authorization: `Bearer ${key}` };
    return new WeaviateSource(httpAt(address, headers, patience), {
      ...options,
      tenant: flags.tenant ?? null,
    });
  },
  pgvector: async ({ address, key, options, patience, flags }) => {
    const { PostgresQueries } = await import("./postgres-queries.ts");
    const queries = new PostgresQueries(address, key, patience);
    return new PgvectorSource(queries, { ...options, distance: distanceOf(flags) });
  },
  "pinecone-export": ({ address, options, flags, stdin }) => {
    const { sparseName = "" } = flags;
    return new PineconeSource(address, {
      ...options,
      sparseName,
      distance: distanceOf(flags),
      stdin,
    });
  },
};

/** @param kind the name of the subcommand. @throws WrongUsage for flags and addresses */
export function openSource(kind: string, opening: Opening): SourceDatabase | Promise<SourceDatabase> {
  ensureNames(opening.flags);
  return open[kind]!(opening);
}

/** @throws WrongUsage for names that are empty */
function ensureNames({ idField, documentField, sparseName }: SourceFlags): void {
  for (const [flag, name] of [
    ["--id-field", idField],
    ["--document-field", documentField],
    ["--sparse-name", sparseName],
  ] as const)
    if (name === "") throw wrongValue(flag, "a name", name);
}

function distanceOf({ distance }: SourceFlags): Distance | null {
  return distance === undefined ? null : (choiceOf("--distance", distance, DISTANCE_NAMES) as Distance);
}

function httpAt(address: string, headers: Headers, patience: Patience): SourceHttp {
  const url = addressOf(address, "the address of the source");
  const { username, password } = url;
  if (username === "" && password === "") return new SourceHttp({ url, headers }, patience);
  // Requests cannot have an address with credentials, and messages would show them.
  [url.username, url.password] = ["", ""];
  const pair = [username, password].map(decodeURIComponent).join(":");
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  return new SourceHttp({ url, headers: { ...headers, authorization } }, patience);
}
