// The entry of the client: `import { connect } from "azimuth-db/client"`. Its exports are the public interface.
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

/** Creates a client of a server. It sends nothing before the first call. @throws VectorDbError for an invalid url */
export const connect = ((options: ConnectOptions) => connectWith(options, pause)) as Connect;
