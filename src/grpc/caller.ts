// Who sends a call.
import type { Metadata } from "@grpc/grpc-js";
import { callerFrom } from "../api/caller.ts";
import type { Caller, Wanted } from "../schema/caller.ts";

/** The part of a call that is looked at. */
export interface CallFacts {
  readonly metadata: Metadata;
  /** `address:port` */
  getPeer(): string;
  /** What the client calls the server: its `:authority`. */
  getHost(): string;
}

export function callerOf(call: CallFacts, waiting?: Wanted): Caller {
  const { metadata } = call;
  return callerFrom(
    {
      surface: "grpc",
      address: call
        .getPeer()
        .replace(/:\d+$/, "")
        .replace(/^\[(.*)\]$/, "$1"),
      // HTTP/2 has requests without.
      host: call.getHost() ?? "",
      get names() {
        return Object.keys(metadata.getMap());
      },
      value(name) {
        const values = metadata.get(name);
        return values.length === 1 && typeof values[0] === "string" ? values[0] : null;
      },
    },
    waiting,
  );
}
