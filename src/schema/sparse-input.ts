// The form of a sparse vector in requests, and what is wrong with a value that is none.
// The decision: only the form is described here; lengths, repeated indices and the limit of entries are checked by the
// service, because Qdrant has other errors for them.
import { show } from "./show.ts";

/** A problem of a sparse vector; `path` leads from the vector to the value that has it. */
interface SparseViolation {
  readonly path: string;
  readonly problem: string;
}

const MEMBERS = ["indices", "values"] as const;

/** Whether an object is meant as a sparse vector. */
export function isMeantSparse(value: object): boolean {
  return Object.hasOwn(value, "indices") || Object.hasOwn(value, "values");
}

/** Returns the first problem of an object that is meant as a sparse vector; null if it is one. */
export function sparseViolation(value: object): SparseViolation | null {
  for (const member of MEMBERS) {
    if (!(member in value)) return { path: member, problem: "expected an array of numbers, got nothing" };
  }
  const unknown = Object.keys(value).find((key) => !(MEMBERS as readonly string[]).includes(key));
  if (unknown !== undefined)
    return { path: unknown, problem: "expected no other fields than indices and values" };
  const { indices, values } = value as Record<(typeof MEMBERS)[number], unknown>;
  return (
    wrongItem("indices", indices, isIndex, "an integer from 0 to 4294967295") ??
    wrongItem("values", values, isNumber, "a number")
  );
}

function wrongItem(
  member: string,
  list: unknown,
  isRight: (item: unknown) => boolean,
  expected: string,
): SparseViolation | null {
  if (ArrayBuffer.isView(list)) return null;
  if (!Array.isArray(list))
    return { path: member, problem: `expected an array of numbers, got ${show(list)}` };
  const item = list.findIndex((given) => !isRight(given));
  // A list that is too long, or has a value that is not finite as f32: the service refuses it.
  if (item < 0) return null;
  return { path: `${member}[${item}]`, problem: `expected ${expected}, got ${show(list[item])}` };
}

const isNumber = (item: unknown) => typeof item === "number" || typeof item === "bigint";
const isIndex = (item: unknown) =>
  typeof item === "number" && Number.isInteger(item) && item >= 0 && item < 2 ** 32;
