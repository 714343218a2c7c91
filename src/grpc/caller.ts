// Makes the caller of a call.
import type { Metadata } from "@grpc/grpc-js";
import { callerFrom, type Transport } from "../api/caller.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { Caller } from "../schema/caller.ts";

/** The part of a call that identifies its caller. */
export interface CallFacts {
  readonly metadata: Metadata;
  /** `address:port` */
  getPeer(): string;
  /** The name by which the client addresses the server: its `:authority`. */
  getHost(): string;
}

export function callerOf(call: CallFacts, waiting?: CancelSignal): Caller {
  return callerFrom(new GrpcTransport(call), waiting);
}

class GrpcTransport implements Transport {
  readonly surface = "grpc";
  readonly #call: CallFacts;
  readonly #peer: string;

  constructor(call: CallFacts) {
    this.#call = call;
    // This is read at once, because it is unknown after the session has ended.
    this.#peer = call.getPeer();
  }

  get address(): string {
    return this.#peer.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  }

  get host(): string {
    // HTTP/2 requests may lack the header.
    return this.#call.getHost() ?? "";
  }

  get names(): string[] {
    return Object.keys(this.#call.metadata.getMap());
  }

  readonly value = (name: string): string | null => {
    const values = this.#call.metadata.get(name);
    return values.length === 1 && typeof values[0] === "string" ? values[0] : null;
  };
}
