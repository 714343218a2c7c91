// The client: `import { connect } from "azimuth-db/client"`. What is exported here is its public face.
import { type Connect, type ConnectOptions, connectWith, type Pause } from "./connect.ts";

export type { CallOptions, Closeable, Preferences, Values, VectorDb } from "../embedded/types.ts";
export type { ErrorCode } from "../errors/table.ts";
export { VectorDbError } from "../errors/vector-db-error.ts";
export type { ConnectOptions, VectorDbClient } from "./connect.ts";
export type { ImportPointsRequest } from "./import-points.ts";

const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** A client of a server. Nothing is sent before the first call. @throws VectorDbError for a url that is none */
export const connect = ((options: ConnectOptions) => connectWith(options, pause)) as Connect;
