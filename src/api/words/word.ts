// The parts that the tables of Qdrant's texts are made of: an error is a kind and a text.
import type { QdrantKind } from "../../errors/table.ts";
import type { Operation } from "../operation.ts";

export interface Worded {
  readonly kind: QdrantKind;
  /** The text after the prefix of the kind. */
  readonly text: string;
}

/** The transports whose texts differ in Qdrant. */
export type WordedTransport = "rest" | "grpc";

/** @param operation the requested operation, if it is known */
export type Words<E = never> = (
  error: E,
  operation: Operation | undefined,
  transport: WordedTransport,
) => Worded;

/** The texts of one class of errors, and of its subclasses without a row of their own. */
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

/** @param path the native path, to which Qdrant adds a part for some operations */
export function validationError(path: string, text: string, operation: Operation | undefined): Worded {
  return validationErrors([{ path, text }], operation);
}

/** Returns the text of several problems; see {@link validationError}. */
export function validationErrors(
  problems: readonly { readonly path: string; readonly text: string }[],
  operation: Operation | undefined,
): Worded {
  const all = problems.map(({ path, text }) => `${flattened(path, operation)}: ${text}`).join("; ");
  return { kind: "invalid", text: `Validation error in JSON body: [${all}]` };
}

/** Names of Qdrant's internal structures, which are part of the paths in its error texts. */
const FLATTENED: Readonly<Record<string, string>> = {
  queryPoints: "internal",
  queryBatch: "internal",
  scrollPoints: "scroll_request",
  searchPoints: "search_request",
  searchBatch: "search_request",
  countPoints: "count_request",
  facet: "facet_request",
};

/** Inserts the name before the fields of a request, also in a list of searches. */
function flattened(path: string, operation: Operation | undefined): string {
  const part = FLATTENED[operation?.id ?? ""];
  return part === undefined ? path : path.replace(/^(searches\[\d+\]\.)?/, `$1${part}.`);
}
