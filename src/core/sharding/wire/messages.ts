// Questions and answers as bytes.
import { DamagedMessage } from "../../../errors/sharding.ts";
import type { VectorDbError } from "../../../errors/vector-db-error.ts";
import type { Sliced } from "../../../scheduling/slices.ts";
import type { SomeShards } from "../../slots/shard-division.ts";
import { receivedError, sentErrorOf } from "./error-shape.ts";
import { type AnswerOf, type Method, methodOf, type PartCall, shapesOf } from "./methods.ts";
import { packed, unpacked } from "./pack.ts";
import { count, flag, listOf, membersOf } from "./shapes.ts";

/** A call, and the shards whose points its answer is about. */
interface ReceivedCall {
  readonly asked: SomeShards;
  readonly call: PartCall;
}

export function* encodedCall<M extends Method>(
  { shards, division }: SomeShards,
  { method, inWrite, arguments: given }: PartCall<M>,
): Sliced<Uint8Array> {
  return yield* packed({ shards, division, method, inWrite, arguments: shapesOf(method).call.plain(given) });
}

/** @throws DamagedMessage */
export function* decodedCall(bytes: Uint8Array): Sliced<ReceivedCall> {
  const message = membersOf(yield* unpacked(bytes), "a call");
  const method = methodOf(message.method);
  const shards = shardNumbers.read(message.shards, "shards");
  const division = count.read(message.division, "division");
  if (division === 0) throw new DamagedMessage("division");
  const inWrite = flag.read(message.inWrite, "inWrite");
  return {
    asked: { shards, division },
    call: { method, inWrite, arguments: shapesOf(method).call.read(message.arguments, method) },
  };
}

const shardNumbers = listOf(count);

/** @param lsn no record behind it is in the answer */
export function* encodedAnswer<M extends Method>(
  method: M,
  answer: AnswerOf<M>,
  lsn: number,
): Sliced<Uint8Array> {
  return yield* packed({ lsn, answer: shapesOf(method).answer.plain(answer) });
}

export function* encodedError(thrown: unknown): Sliced<Uint8Array> {
  return yield* packed({ error: sentErrorOf(thrown) });
}

/** An answer, or the error that the other server threw. */
export type Received<M extends Method> =
  | { readonly answer: AnswerOf<M>; readonly lsn: number }
  | { readonly error: VectorDbError };

/** @throws DamagedMessage */
export function* decodedAnswer<M extends Method>(method: M, bytes: Uint8Array): Sliced<Received<M>> {
  const message = membersOf(yield* unpacked(bytes), "an answer");
  if (Object.hasOwn(message, "error")) return { error: receivedError(message.error) };
  if (!Object.hasOwn(message, "answer")) throw new DamagedMessage("its members");
  const lsn = count.read(message.lsn, "lsn");
  return { answer: shapesOf(method).answer.read(message.answer, method), lsn };
}
