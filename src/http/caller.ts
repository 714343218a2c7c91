// Who sends an HTTP request.
import type { IncomingMessage } from "node:http";
import { type Caller, isLoopbackAddress, type Surface } from "../schema/caller.ts";
import { hostName, isForeignPage, isLoopbackName } from "./host.ts";

const BEARER = /^bearer +(\S+) *$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

export function callerOf({ headers, socket }: IncomingMessage, surface: Surface): Caller {
  const address = socket.remoteAddress ?? "";
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  return {
    surface,
    address,
    isLocal:
      isLoopbackAddress(address) &&
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
