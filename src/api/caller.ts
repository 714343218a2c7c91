// Who sends a request, from what an edge sees of it.
// The decision: edges say what they see and this file what it means, so a credential, and an owner who sits at the machine,
// are known by the same spellings wherever they come.

import type { CancelSignal } from "../scheduling/cancel.ts";
import { type Caller, isLoopbackAddress, type Surface } from "../schema/caller.ts";
import { hostName, isForeignPage, isLoopbackName } from "./host.ts";

/** The plain facts of a request. */
export interface Seen {
  readonly surface: Surface;
  /** Of the peer. */
  readonly address: string;
  /** What it calls the server. */
  readonly host: string;
  /** Where it found the REST API on that host, such as `/api/proxy`, and whether by TLS; absent: it is no HTTP request. */
  readonly http?: { readonly path: string; readonly isEncrypted: boolean };
  /** Of its headers or metadata, in lower case. */
  readonly names: readonly string[];
  /** The value of one of them. Null: it is not there, or there are several, and which was meant? */
  readonly value: (name: string) => string | null;
  /** Whether it came by what only proxies do. */
  readonly isRelayed?: boolean;
}

const BEARER = /^bearer +(\S+) *$/i;
/** A name or an address, perhaps with a port, and nothing that a URL would read as something else. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

export function callerFrom(seen: Seen, waiting?: CancelSignal): Caller {
  return new SeenCaller(seen, waiting);
}

/** What it comes to is looked at when it is asked for: most requests need none of it. */
class SeenCaller implements Caller {
  readonly surface: Surface;
  readonly waiting: CancelSignal;
  readonly #seen: Seen;

  constructor(seen: Seen, waiting: CancelSignal) {
    this.surface = seen.surface;
    this.waiting = waiting;
    this.#seen = seen;
  }

  get address(): string {
    return this.#seen.address;
  }

  get isLocal(): boolean {
    const { names, host, value, isRelayed = false } = this.#seen;
    const given = (name: string) => (names.includes(name) ? (value(name) ?? "") : undefined);
    const page = { origin: given("origin"), host, "sec-fetch-site": given("sec-fetch-site") };
    return (
      !isRelayed &&
      isLoopbackAddress(this.address) &&
      isLoopbackName(hostName(host)) &&
      !isForeignPage(page) &&
      !names.some((name) => FORWARDED.test(name))
    );
  }

  get credentials(): readonly string[] {
    const { value } = this.#seen;
    const bearer = BEARER.exec(value("authorization") ?? "")?.[1];
    return [value("api-key"), bearer].filter((one): one is string => typeof one === "string");
  }

  get reached(): string | null {
    const { host, http } = this.#seen;
    if (http === undefined || !PLAIN_HOST.test(host)) return null;
    return `${http.isEncrypted ? "https" : "http"}://${host}${http.path}`;
  }

  get setupCode(): string | null {
    return this.#seen.value("x-setup-code");
  }
}
