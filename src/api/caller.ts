// Makes the caller of a request from the facts that an edge knows.
// The decision: edges pass plain facts, and this file interprets them, so credentials and local owners are recognised
// in the same way on every edge.

import type { CancelSignal } from "../scheduling/cancel.ts";
import { type Caller, isLoopbackAddress, type SessionCookie, type Surface } from "../schema/caller.ts";
import { hostName, isForeignPage, isLoopbackName } from "./host.ts";

export interface Transport {
  readonly surface: Surface;
  /** An IP address; an empty text if the connection has ended. */
  readonly address: string;
  /** The name by which the client addresses the server. */
  readonly host: string;
  /**
   * The path of the REST API on that host, such as `/api/proxy`, and whether TLS is used; absent: it is not an HTTP
   * request.
   */
  readonly http?: { readonly path: string; readonly isEncrypted: boolean };
  /** The names of its headers or metadata, in lower case. */
  readonly names: readonly string[];
  /** Returns the value of one of them; null if it is missing, or ambiguous because there are several. */
  readonly value: (name: string) => string | null;
  /** The cookie of the console's page that sends the request; absent or null: another program or page sends it. */
  readonly cookie?: SessionCookie | null;
  /** True if it came by a way that only proxies use. */
  readonly isRelayed?: boolean;
}

const BEARER = /^bearer +(\S+) *$/i;
/** A name or an address, with an optional port, and no character that has another meaning in a URL. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

export function callerFrom(transport: Transport, waiting?: CancelSignal): Caller {
  return new TransportCaller(transport, waiting);
}

/** Interprets the facts on first use, because most requests need none of them. */
class TransportCaller implements Caller {
  readonly surface: Surface;
  readonly waiting: CancelSignal;
  readonly #transport: Transport;

  constructor(transport: Transport, waiting: CancelSignal) {
    this.surface = transport.surface;
    this.waiting = waiting;
    this.#transport = transport;
  }

  get address(): string {
    return this.#transport.address;
  }

  get isLocal(): boolean {
    const { names, host, value, isRelayed = false } = this.#transport;
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
    const { value } = this.#transport;
    const bearer = BEARER.exec(value("authorization") ?? "")?.[1];
    return [value("api-key"), bearer].filter((token): token is string => typeof token === "string");
  }

  get cookie(): SessionCookie | null {
    return this.#transport.cookie ?? null;
  }

  get reached(): string | null {
    const { host, http } = this.#transport;
    if (http === undefined || !PLAIN_HOST.test(host)) return null;
    return `${http.isEncrypted ? "https" : "http"}://${host}${http.path}`;
  }

  get setupCode(): string | null {
    return this.#transport.value("x-setup-code");
  }
}
