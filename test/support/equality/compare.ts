// Asks two databases the same and requires the same answers: ids, scores to the bit, and order.
// The decision: only the versions of points may differ, because they count the writes of a database. An error is an
// answer, too: both have to refuse with the same code and the same text.
import { inspect } from "node:util";
import { expect } from "chai";
import type { VectorDb } from "../../../src/embedded/types.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";

/** Answers an operation, by the id of its row in the operation table. */
export type Answers = (operation: string, request: object) => Promise<unknown>;

export interface Read {
  readonly operation: string;
  readonly request: object;
}

/** Returns the answers of a database with the methods of the library. */
export function answersOf(database: VectorDb): Answers {
  const methods = database as unknown as Readonly<Record<string, (request: object) => Promise<unknown>>>;
  return (operation, request) => methods[operation]!(request);
}

/**
 * @param context what a failure says besides: the seed
 * @returns the answer of both
 */
export async function expectSame(
  one: Answers,
  other: Answers,
  read: Read,
  context: string,
): Promise<unknown> {
  const [first, second] = await Promise.all([answerTo(one, read), answerTo(other, read)]);
  const { operation, request } = read;
  const shown = inspect(request, { depth: null, breakLength: 200, maxArrayLength: null });
  expect(second, `${operation} ${shown} (${context})`).to.deep.equal(first);
  return first;
}

async function answerTo(answers: Answers, { operation, request }: Read): Promise<unknown> {
  try {
    return withoutVersions(await answers(operation, request));
  } catch (error) {
    if (error instanceof VectorDbError) return { refused: error.code, message: error.message };
    throw error;
  }
}

function withoutVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVersions);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== "version");
  return Object.fromEntries(members.map(([key, member]) => [key, withoutVersions(member)]));
}
