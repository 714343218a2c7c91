// The port for the endpoint of a model: it takes the body of a call and returns the body of the answer.
// The decision: it reports what happened as data, so that the code that decides about repetitions, and the tests of it,
// know neither sockets nor timers.

export interface EndpointCall {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until the answer must be complete. */
  readonly timeoutMs: number;
  /** Ends the call, and its connection. */
  readonly cancel: AbortSignal;
  /** Counts bytes of the answer before they are kept. @throws OutOfMemory */
  readonly reserve: (bytes: number) => void;
}

/** Why there is no answer: `reason` is for people and has no address. */
export type NoAnswer =
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "unreachable"; readonly reason: string };

export interface EndpointAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Without parameters, in lower case. */
  readonly contentType: string;
  /** As it was sent; null: it was not. */
  readonly retryAfter: string | null;
  /** Null: it was not read. */
  readonly body: Uint8Array | null;
  /** The reason why the body of a success was not read. */
  readonly unread?: "too long" | "compressed";
}

export interface Endpoint {
  /** @throws what `reserve` throws */
  post(call: EndpointCall): Promise<EndpointAnswer | NoAnswer>;
  /** Closes the connections that are kept for later calls. */
  close(): void;
}
