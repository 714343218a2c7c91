// The number of a server of a cluster, as clients of Qdrant expect one.
import { createHash } from "node:crypto";

/** Returns a number that tells a server from others, below 2^53. @param name of the server */
export function peerIdOf(name: string): number {
  return Number(createHash("sha256").update(name).digest().readBigUInt64BE() >> 11n);
}
