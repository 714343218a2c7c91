// Tells whether the client of a call still waits for its answer.
import type { UnaryCall } from "./incoming-call.ts";

/**
 * A cancel signal that is set when the client cancels or leaves, or its deadline has passed. An answered call also
 * counts as cancelled.
 */
export class ClientSignal {
  isAnswered = false;
  #hasLeft = false;
  readonly #call: UnaryCall;

  constructor(call: UnaryCall) {
    this.#call = call;
  }

  get aborted(): boolean {
    // A cancellation is remembered, so work that still runs after another part was cancelled sees it, too.
    this.#hasLeft ||= this.#call.cancelled && !this.isAnswered;
    return this.#hasLeft;
  }
}
