// Who sends an HTTP request.
import type { IncomingMessage } from "node:http";
import { callerFrom } from "../api/caller.ts";
import type { Caller, Surface } from "../schema/caller.ts";

/** What proxies speak that were told nothing about headers; no client of today does. */
const OF_PROXIES = "1.0";

export function callerOf({ headers, socket, httpVersion }: IncomingMessage, surface: Surface): Caller {
  const caller = callerFrom({
    surface,
    address: socket.remoteAddress ?? "",
    host: headers.host ?? "",
    names: Object.keys(headers),
    value(name) {
      const value = headers[name];
      return typeof value === "string" ? value : null;
    },
  });
  return { ...caller, isLocal: caller.isLocal && httpVersion !== OF_PROXIES };
}
