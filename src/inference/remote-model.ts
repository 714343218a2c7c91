// A model behind an endpoint: what one call to it comes to.
// The decision: the bytes of an answer are counted until its vectors are read, and the key is read for each call.
import { ModelFailed } from "../errors/text.ts";
import type { Reservation } from "../memory/reservation.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { CallTexts, Protocol } from "./protocol.ts";

interface RemoteModelParts {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly protocol: Protocol;
  /** Reads the key; absent: the endpoint needs none. */
  readonly readKey?: () => Promise<string>;
  /** Makes a reservation for the bytes of an answer. */
  readonly reservation: () => Reservation;
}

export class RemoteModel {
  readonly #parts: RemoteModelParts;

  constructor(parts: RemoteModelParts) {
    this.#parts = parts;
  }

  /** @throws ModelFailed if its key cannot be read, OutOfMemory */
  async ask(call: CallTexts, timeoutMs: number, cancel: AbortSignal): Promise<Outcome> {
    const { endpoint, protocol, reservation, readKey, name } = this.#parts;
    const key = readKey ? await readKey().catch((cause) => unreadable(name, cause)) : null;
    const { body, headers } = protocol.request(call, key);
    const held = reservation();
    try {
      const answer = await endpoint.post({
        body: JSON.stringify(body),
        headers,
        timeoutMs,
        cancel,
        reserve: (bytes) => held.reserve(bytes),
      });
      return await outcomeOf(answer, protocol, call.texts.length, key);
    } finally {
      held.release();
    }
  }
}

function unreadable(name: string, cause: unknown): never {
  throw new ModelFailed(name, "this server cannot read its key", { cause });
}
