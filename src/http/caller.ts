// Who sends an HTTP request.
import type { IncomingMessage } from "node:http";
import { type Caller, isLoopbackAddress, type Surface } from "../schema/caller.ts";
import { hostName, isForeignPage, isLoopbackName } from "./host.ts";

const BEARER = /^bearer +(\S+) *$/i;
/** What proxies speak that were told nothing about headers; no client of today does. */
const OF_PROXIES = "1.0";
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

export function callerOf(request: IncomingMessage, surface: Surface): Caller {
  const { headers, socket } = request;
  const address = socket.remoteAddress ?? "";
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  return {
    surface,
    address,
    isLocal:
      isLoopbackAddress(address) &&
      request.httpVersion !== OF_PROXIES &&
      isLoopbackName(hostName(headers.host ?? "")) &&
      !isForeignPage(headers) &&
      !Object.keys(headers).some((name) => FORWARDED.test(name)),
    credentials: [headers["api-key"], bearer].filter((one): one is string => typeof one === "string"),
    setupCode: single(headers["x-setup-code"]),
  };
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
