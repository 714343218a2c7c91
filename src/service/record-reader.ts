// From slots to what an answer shows of a point: id, payload, vectors, as far as they were asked for.
import type { Collection } from "../core/collection.ts";
import { InvalidArgument } from "../errors.ts";
import { RawJson } from "../schema/leaf.ts";
import { MAX_ANSWER_BYTES } from "../schema/limits.ts";
import type { Record as PointRecord, PointVector } from "../schema/point.ts";

const EMPTY_OBJECT = new TextEncoder().encode("{}");

/** Which parts of a point to read. */
export interface Selector {
  readonly payload: boolean;
  /** Names of the vectors; empty for none. */
  readonly vectors: readonly string[];
}

/** @throws InvalidArgument for a vector name the collection does not have */
export function selectorOf(collection: Collection, payload: boolean, vectors: boolean | string[]): Selector {
  const names = collection.config.vectors.map(({ name }) => name);
  if (typeof vectors === "boolean") return { payload, vectors: vectors ? names : [] };
  const unknown = vectors.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgument(
      `with_vector: collection '${collection.name}' has no vector named '${unknown}'`,
    );
  }
  return { payload, vectors: [...new Set(vectors)] };
}

/** What an answer may still grow by. Sizes are estimated before anything is read, so a refusal costs nothing. */
export class AnswerBudget {
  #bytes = 0;

  /** @throws InvalidArgument when the answer would be too large */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_ANSWER_BYTES) return;
    throw new InvalidArgument(
      `The answer would be larger than ${MAX_ANSWER_BYTES} bytes; ask for fewer points, or without vectors or payload`,
    );
  }
}

/** About what a number of a vector, and a record around its parts, take as JSON. */
const NUMBER_BYTES = 12;
const RECORD_BYTES = 100;

export async function readRecords(
  collection: Collection,
  slots: readonly number[],
  { payload, vectors }: Selector,
  budget: AnswerBudget,
): Promise<PointRecord[]> {
  const numbers = vectors.reduce((sum, name) => sum + (collection.field(name)?.size ?? 0), 0);
  budget.take(slots.length * (RECORD_BYTES + numbers * NUMBER_BYTES));
  if (payload) for (const slot of slots) budget.take(collection.reads.payloadLength(slot));
  const [payloads, columns] = await Promise.all([
    payload ? collection.reads.payloads(slots) : null,
    Promise.all(vectors.map((name) => collection.reads.vectors(name, slots))),
  ]);
  return slots.map((slot, row) => {
    const record: PointRecord = { id: collection.reads.idOf(slot) };
    if (payloads) record.payload = payloadOf(payloads[row]!);
    if (vectors.length > 0) {
      record.vector = vectorsOf(
        vectors,
        columns.map((column) => column[row]!),
      );
    }
    return record;
  });
}

/** The stored bytes were checked when they came in; their depth no longer matters. No payload shows as `{}`. */
function payloadOf(bytes: Uint8Array | null): RawJson {
  return new RawJson(bytes ?? EMPTY_OBJECT, 1);
}

/** The bare array for the unnamed vector of a point, an object by name otherwise. */
function vectorsOf(names: readonly string[], vectors: readonly (Float32Array | null)[]): PointVector {
  if (names.length === 1 && names[0] === "") return vectors[0] ?? {};
  const named = names.flatMap((name, i) => (vectors[i] ? [[name, vectors[i]] as const] : []));
  return Object.fromEntries(named);
}
