// Who sends a call.
import type { Metadata } from "@grpc/grpc-js";
import { type Caller, isLoopbackAddress } from "../schema/caller.ts";

/** The part of a call that is looked at. */
export interface CallFacts {
  readonly metadata: Metadata;
  /** `address:port` */
  getPeer(): string;
  /** What the client calls the server: its `:authority`. */
  getHost(): string;
}

const BEARER = /^bearer +(\S+) *$/i;
const LOOPBACK_AUTHORITY = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const FORWARDED = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
];

export function callerOf(call: CallFacts): Caller {
  const { metadata } = call;
  const address = call
    .getPeer()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");
  const bearer = BEARER.exec(textOf(metadata, "authorization") ?? "")?.[1];
  return {
    surface: "grpc",
    address,
    isLocal:
      isLoopbackAddress(address) &&
      LOOPBACK_AUTHORITY.test(call.getHost()) &&
      FORWARDED.every((name) => metadata.get(name).length === 0),
    credentials: [textOf(metadata, "api-key"), bearer].filter(
      (one): one is string => typeof one === "string",
    ),
    setupCode: textOf(metadata, "x-setup-code"),
  };
}

/** Of several values none counts: which of them was meant? */
function textOf(metadata: Metadata, name: string): string | null {
  const values = metadata.get(name);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : null;
}
