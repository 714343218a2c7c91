// A part whose calls and answers are bytes, for a transport between servers, and its other end.
// The decision: an error of the other server is in the bytes of its answer and is thrown here as the same class. What
// the transport throws, and bytes that cannot be read, mean that the server is unavailable to this one.
import { ShardUnavailable } from "../../errors/sharding.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import { answerPart } from "./answer-part.ts";
import type { AnswerOf, Method, PartCall, PartSource, ReadPart } from "./part.ts";
import { fits } from "./wire/fits.ts";
import type { Received } from "./wire/messages.ts";
import { decodedAnswer, decodedCall, encodedAnswer, encodedCall, encodedError } from "./wire/messages.ts";

/** Sends the bytes of a call to a server, and returns those of its answer. @throws if that fails */
type Send = (call: Uint8Array, signal: CancelSignal) => Promise<Uint8Array>;

export class BytesPart implements ReadPart {
  readonly shards: readonly number[];
  readonly division: number;
  readonly #send: Send;
  readonly #onShown: (lsn: number) => void;

  /** @param onShown gets an LSN with each answer: no record behind it is in the answer */
  constructor({ shards, division }: SomeShards, send: Send, onShown: (lsn: number) => void = () => {}) {
    this.shards = shards;
    this.division = division;
    this.#send = send;
    this.#onShown = onShown;
  }

  async ask<M extends Method>(call: PartCall<M>, signal: CancelSignal): Promise<AnswerOf<M>> {
    const sent = await runInSlices(encodedCall(this, call), signal);
    let received: Received<M>;
    try {
      received = await runInSlices(decodedAnswer(call.method, await this.#send(sent, signal)));
    } catch (cause) {
      if (cause instanceof VectorDbError && cause.code === "DEADLINE_EXCEEDED") throw cause;
      throw new ShardUnavailable(this.shards, (cause as Error).message, { cause });
    }
    if ("error" in received) throw received.error;
    if (!fits(call.method, call.arguments, received.answer))
      throw new ShardUnavailable(this.shards, "its answer does not fit the question");
    this.#onShown(received.lsn);
    return received.answer;
  }
}

/** Answers the bytes of a call by bytes. Errors are answers, too, so it never throws. */
export async function answerBytes(
  source: PartSource,
  bytes: Uint8Array,
  signal: CancelSignal,
): Promise<Uint8Array> {
  try {
    const { asked, call } = await runInSlices(decodedCall(bytes), signal);
    const answer = await answerPart(source, asked, call, signal);
    return await runInSlices(encodedAnswer(call.method, answer, source.lsn ?? 0), signal);
  } catch (error) {
    return runInSlices(encodedError(error));
  }
}
