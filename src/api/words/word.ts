// What an error is in Qdrant's words: one of its kinds, and a text. Here are the parts that the tables of words are made of.
import type { QdrantKind } from "../../errors/table.ts";
import type { Operation } from "../operation.ts";

export interface Worded {
  readonly kind: QdrantKind;
  /** What follows the kind's prefix. */
  readonly text: string;
}

/** @param operation what was asked for, if that much is known */
export type Words<E = never> = (error: E, operation: Operation | undefined) => Worded;

/** Of errors of one class, and of those that are made from it and have no row of their own. */
export type Row = readonly [type: unknown, words: Words];

export function row<E>(type: abstract new (...args: never[]) => E, words: Words<E>): Row {
  return [type, words as Words];
}

export const wrongInput = (text: string): Worded => ({ kind: "wrong_input", text });
export const badRequest = (text: string): Worded => ({ kind: "bad_request", text });
export const notFound = (text: string): Worded => ({ kind: "not_found", text });
export const formatError = (text: string): Worded => ({
  kind: "refused",
  text: `Format error in JSON body: ${text}`,
});

/** @param path as natively: Qdrant's has one part more for some operations */
export function validationError(path: string, text: string, operation: Operation | undefined): Worded {
  return {
    kind: "invalid",
    text: `Validation error in JSON body: [${flattened(path, operation)}: ${text}]`,
  };
}

/** How Qdrant calls the part of a body that it keeps in a structure of its own; paths in its texts show it. */
const FLATTENED: Readonly<Record<string, string>> = {
  queryPoints: "internal",
  queryBatch: "internal",
  scrollPoints: "scroll_request",
  searchPoints: "search_request",
  searchBatch: "search_request",
  countPoints: "count_request",
  facet: "facet_request",
};

/** It goes before the fields of a request, also of one in a list of searches. */
function flattened(path: string, operation: Operation | undefined): string {
  const part = FLATTENED[operation?.id ?? ""];
  return part === undefined ? path : path.replace(/^(searches\[\d+\]\.)?/, `$1${part}.`);
}
