// Encodes responses with many points, point by point.
// The decision: only lists of points can be large. They occur in four shapes of message, which are listed here with
// their field numbers; all else of a response is encoded in the ordinary way. A test compares both ways byte by byte.
import type { PointGroup, RetrievedPoint, ScoredPoint } from "../gen/azimuth.d.ts";
import { messages } from "../wire/messages.ts";
import type { PieceWriter } from "../wire/pieces.ts";
import type { Codec } from "./codec.ts";

/** Yields where the event loop may run. */
export type WritePoints = (result: never, out: PieceWriter) => Generator<void>;

export type WriteItem = (value: unknown, out: PieceWriter) => Generator<void>;

interface Wire<Message> {
  encode(message: Message): Uint8Array;
}

/** Writes an item that is encoded at once. */
function whole<Message>(field: number, codec: Codec<Message>, wire: Wire<Message>): WriteItem {
  return function* write(value, out) {
    out.message(field, wire.encode(codec.write(value)));
    yield;
  };
}

export const retrievedAt = (field: number, codec: Codec<RetrievedPoint>) =>
  whole(field, codec, messages.RetrievedPoint);
export const scoredAt = (field: number, codec: Codec<ScoredPoint>) =>
  whole(field, codec, messages.ScoredPoint);

/** Writes an item that is a message with a list. @param listOf returns the list */
export function each(
  field: number,
  item: WriteItem,
  listOf: (value: never) => readonly unknown[],
): WriteItem {
  return function* write(value, out) {
    yield* out.nested(field, (inner) => all(listOf(value as never), item, inner));
  };
}

interface Group {
  readonly hits: readonly unknown[];
}

const GROUP_HITS = 2;

/** Writes a group: its points one by one, the other fields in the ordinary way. */
export function groupAt(field: number, group: Codec<PointGroup>, scored: Codec<ScoredPoint>): WriteItem {
  const hit = scoredAt(GROUP_HITS, scored);
  return function* write(value, out) {
    yield* out.nested(field, function* fill(inner) {
      inner.write(messages.PointGroup.encode(group.write({ ...(value as Group), hits: [] })));
      yield* all((value as Group).hits, hit, inner);
    });
  };
}

export function* all(items: readonly unknown[], write: WriteItem, out: PieceWriter): Generator<void> {
  for (const value of items) yield* write(value, out);
}
