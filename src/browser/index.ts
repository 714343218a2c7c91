// The entry of the library in a page: `import { open } from "azimuth-db/browser"`. Its exports are the public
// interface.
export type { CallOptions, Closeable, Preferences, Values, VectorDb } from "../embedded/types.ts";
export type { ErrorCode } from "../errors/table.ts";
export { VectorDbError } from "../errors/vector-db-error.ts";
export { open, removeDatabase } from "./open.ts";
export type { OpenOptions } from "./options.ts";
