// What stands beside the result of a search, as a program receives it.
// The decision: a recall is a member of the result that is not listed, so lists of points are compared, copied and
// printed as without it. An explanation, which is requested by name, makes an object of both.
interface Beside {
  readonly explain?: unknown;
  readonly recall?: unknown;
}

/** @param result a list or an object if there is a recall */
export function withBeside(result: unknown, { explain, recall }: Beside): unknown {
  if (explain) return { result, explain, ...(recall !== undefined && { recall }) };
  return recall ? Object.defineProperty(result as object, "recall", { value: recall }) : result;
}

/** Returns the recall that a copy of the result lacks; undefined: there is none. */
export function unlistedRecall(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return undefined;
  const isListed = Object.prototype.propertyIsEnumerable.call(result, "recall");
  return isListed ? undefined : (result as Beside).recall;
}
