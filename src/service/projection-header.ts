// The JSON header of a projection: its figures, and for each point its id and, on request, a value of its payload.
// The decision: it is written in slices, and without JSON.stringify: ids and payloads have numbers that no JavaScript
// number can hold.
import type { Collection } from "../core/collection/collection.ts";
import type { JsonPath } from "../core/filter/filter.ts";
import { valuesAt } from "../core/filter/path.ts";
import { type JsonValue, jsonText, parsePayload } from "../core/filter/value.ts";
import type { PointRef } from "../core/slots/point-ref.ts";
import { pause } from "../scheduling/pause.ts";
import type { PointId } from "../schema/leaf.ts";
import type { AnswerBudget } from "./common/answer-budget.ts";
import { portions } from "./common/portions.ts";

/** Ids that are written in one slice. */
const SLICE = 8192;

const encoder = new TextEncoder();

/** Returns the bytes of the header, in pieces. */
export function headerOf(
  figures: object,
  ids: readonly Uint8Array[],
  values: readonly Uint8Array[] | null,
): Uint8Array[] {
  const begin = JSON.stringify(figures).slice(0, -1);
  return [
    encoder.encode(`${begin},"ids":[`),
    ...ids,
    encoder.encode(values ? '],"values":[' : '],"values":null}'),
    ...(values ? [...values, encoder.encode("]}")] : []),
  ];
}

/** Returns the ids of the points, with commas between them, in pieces. */
export async function idTexts({ reads }: Collection, refs: readonly PointRef[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < refs.length; from += SLICE) {
    const some = refs.slice(from, from + SLICE);
    const text = some.map((slot) => idText(reads.idOf(slot))).join();
    pieces.push(encoder.encode(from > 0 ? `,${text}` : text));
    await pause();
  }
  return pieces;
}

function idText(id: PointId): string {
  return typeof id === "string" ? `"${id}"` : String(id);
}

/**
 * Returns the value of each point at the path, in pieces: null without a value, a list if the path leads to several.
 * @param onSlice called between slices; it may throw
 */
export async function valueTexts(
  { reads }: Collection,
  refs: readonly PointRef[],
  path: JsonPath,
  onSlice: () => void,
  budget: AnswerBudget,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const part of portions(refs, (slot) => reads.payloadLength(slot))) {
    onSlice();
    const payloads = await reads.payloads(part);
    const shown = payloads.map((payload) => valueText(payload ? valuesAt(parsePayload(payload), path) : []));
    const piece = encoder.encode(pieces.length > 0 ? `,${shown.join()}` : shown.join());
    budget.reserve(piece.length);
    pieces.push(piece);
    await pause();
  }
  return pieces;
}

function valueText(values: readonly JsonValue[]): string {
  if (values.length === 0) return "null";
  return jsonText(values.length === 1 ? values[0]! : [...values]);
}
