// Answers with many points, encoded point by point.
// The decision: only lists of points can be large, and they stand in four shapes of message; these are spelled out here with the
// numbers of their fields. All else of an answer is encoded as ever. A test holds both ways against each other, byte by byte.
import type { PointGroup, RetrievedPoint, ScoredPoint } from "../gen/azimuth.d.ts";
import { messages } from "../wire/messages.ts";
import type { PieceWriter } from "../wire/pieces.ts";
import type { Codec } from "./codec.ts";

/** How the answer of an RPC is encoded in parts. */
export interface Large {
  /** All of the message but its points. */
  readonly rest: (result: never, seconds: number) => object;
  /** Writes the points. Yields where it may be interrupted. */
  readonly points: (result: never, out: PieceWriter) => Generator<void>;
}

/** Writes one item of a list. */
export type WriteItem = (one: unknown, out: PieceWriter) => Generator<void>;

interface Wire<Message> {
  encode(message: Message): Uint8Array;
}

/** Of an item that is encoded at once. */
function whole<Message>(field: number, codec: Codec<Message>, wire: Wire<Message>): WriteItem {
  return function* write(one, out) {
    out.message(field, wire.encode(codec.write(one)));
    yield;
  };
}

export const retrievedAt = (field: number, codec: Codec<RetrievedPoint>) =>
  whole(field, codec, messages.RetrievedPoint);
export const scoredAt = (field: number, codec: Codec<ScoredPoint>) =>
  whole(field, codec, messages.ScoredPoint);

/** Of an item that is a message of a list. @param listOf what is in it */
export function each(field: number, item: WriteItem, listOf: (one: never) => readonly unknown[]): WriteItem {
  return function* write(one, out) {
    yield* out.nested(field, (inner) => all(listOf(one as never), item, inner));
  };
}

interface Group {
  readonly hits: readonly unknown[];
}

const GROUP_HITS = 2;

/** Of a group: its points one by one, the rest of it as ever. */
export function groupAt(field: number, group: Codec<PointGroup>, scored: Codec<ScoredPoint>): WriteItem {
  const hit = scoredAt(GROUP_HITS, scored);
  return function* write(one, out) {
    yield* out.nested(field, function* fill(inner) {
      inner.write(messages.PointGroup.encode(group.write({ ...(one as Group), hits: [] })));
      yield* all((one as Group).hits, hit, inner);
    });
  };
}

/** Writes a list. */
export function* all(items: readonly unknown[], write: WriteItem, out: PieceWriter): Generator<void> {
  for (const one of items) yield* write(one, out);
}
