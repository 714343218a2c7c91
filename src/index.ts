// The library: `import { open } from "azimuth-db"`. What is exported here is its public face.
export type {
  CallOptions,
  Closeable,
  Preferences,
  Values,
  VectorDb,
} from "./embedded/types.ts";
export type { ErrorCode } from "./errors/table.ts";
export { VectorDbError } from "./errors/vector-db-error.ts";
export { type OpenOptions, open } from "./open.ts";
