// The library in a page: `import { open } from "azimuth-db/browser"`. What is exported here is its public face.
export type { CallOptions, Closeable, Preferences, Values, VectorDb } from "../embedded/types.ts";
export type { ErrorCode } from "../errors/table.ts";
export { VectorDbError } from "../errors/vector-db-error.ts";
export { open, removeDatabase } from "./open.ts";
export type { OpenOptions } from "./options.ts";
