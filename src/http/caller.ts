// Makes the caller of an HTTP request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { callerFrom, type Transport } from "../api/caller.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { Caller, SessionCookie, Surface } from "../schema/caller.ts";
import { PROXY } from "./path.ts";
import { cookieOf } from "./session-cookie.ts";

/** The HTTP version of some proxies that do not forward headers; no current client uses it. */
const OF_PROXIES = "1.0";

/** @param res gets the cookie of a session that the request opens */
export function callerOf(
  req: IncomingMessage,
  res: ServerResponse,
  surface: Surface,
  waiting?: CancelSignal,
): Caller {
  return callerFrom(new HttpTransport(req, res, surface), waiting);
}

class HttpTransport implements Transport {
  readonly surface: Surface;
  /** This is read at once, because a closed socket may have no address. */
  readonly address: string;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;

  constructor(req: IncomingMessage, res: ServerResponse, surface: Surface) {
    this.#res = res;
    this.#req = req;
    this.surface = surface;
    this.address = req.socket.remoteAddress ?? "";
  }

  get host(): string {
    return this.#req.headers.host ?? "";
  }

  get http() {
    const path = this.#req.url?.startsWith(`${PROXY}/`) ? PROXY : "";
    return { path, isEncrypted: "encrypted" in this.#req.socket };
  }

  get names(): readonly string[] {
    return Object.keys(this.#req.headers);
  }

  get cookie(): SessionCookie | null {
    return this.surface === "ui" ? cookieOf(this.#req, this.#res) : null;
  }

  get isRelayed(): boolean {
    return this.#req.httpVersion === OF_PROXIES;
  }

  readonly value = (name: string): string | null => {
    const value = this.#req.headers[name];
    return typeof value === "string" ? value : null;
  };
}
