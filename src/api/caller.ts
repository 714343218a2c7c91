// Who sends a request, from what an edge sees of it.
// The decision: edges say what they see and this file what it means, so a credential, and an owner who sits at the machine,
// are known by the same spellings wherever they come.
import { type Caller, isLoopbackAddress, type Surface } from "../schema/caller.ts";
import { hostName, isForeignPage, isLoopbackName } from "./host.ts";

/** The plain facts of a request. */
export interface Seen {
  readonly surface: Surface;
  /** Of the peer. */
  readonly address: string;
  /** What it calls the server. */
  readonly host: string;
  /** Of its headers or metadata, in lower case. */
  readonly names: readonly string[];
  /** The value of one of them. Null: it is not there, or there are several, and which was meant? */
  readonly value: (name: string) => string | null;
}

const BEARER = /^bearer +(\S+) *$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

export function callerFrom({ surface, address, host, names, value }: Seen): Caller {
  const bearer = BEARER.exec(value("authorization") ?? "")?.[1];
  const given = (name: string) => (names.includes(name) ? (value(name) ?? "") : undefined);
  const page = { origin: given("origin"), host, "sec-fetch-site": given("sec-fetch-site") };
  return {
    surface,
    address,
    isLocal:
      isLoopbackAddress(address) &&
      isLoopbackName(hostName(host)) &&
      !isForeignPage(page) &&
      !names.some((name) => FORWARDED.test(name)),
    credentials: [value("api-key"), bearer].filter((one): one is string => typeof one === "string"),
    setupCode: value("x-setup-code"),
  };
}
