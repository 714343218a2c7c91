// What the work for a request hears of its client: whether it waits still, and whether it takes an answer without some
// shards.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "koa";
import { Annotated } from "../schema/annotated.ts";
import { queryOf } from "./query.ts";

/** @param mayLack whether the answer may lack shards if the client asks for that (`?partial=true`) */
export function signalOf(ctx: Context, mayLack: boolean): ClientSignal {
  return mayLack && queryOf(ctx).partial === "true" ? new PartialSignal(ctx) : new ClientSignal(ctx);
}

/** A cancel signal that is set when the client has disconnected. */
class ClientSignal {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor({ req, res }: Context) {
    this.#request = req;
    this.#response = res;
  }

  get aborted(): boolean {
    // A response that waits behind another of its connection is never closed when the connection ends.
    const hasEnded = this.#response.closed || this.#request.socket.destroyed;
    return hasEnded && !this.#response.writableFinished;
  }

  /** Returns the result with what the client has to know of it. */
  annotated(result: unknown): unknown {
    return result;
  }
}

/** The signal of a request that takes an answer without some shards. */
class PartialSignal extends ClientSignal {
  readonly #shards = new Set<number>();

  readonly missing = (shards: readonly number[]): void => {
    for (const shard of shards) this.#shards.add(shard);
  };

  /** Returns the result with the shards that it lacks, if there are any. */
  override annotated(result: unknown): unknown {
    if (this.#shards.size === 0) return result;
    const missingShards = [...this.#shards].sort((a, b) => a - b);
    if (!(result instanceof Annotated)) return new Annotated(result, { missingShards });
    return new Annotated(result.result, { ...result, missingShards });
  }
}
