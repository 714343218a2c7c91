// Places in a request as errors write them. The decision: a number is an item of a list, everything else a field.

/** ["points", "0", "id"] -> points[0].id; of the request itself: body */
export function fieldPath(path: readonly string[]): string {
  const text = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return text.replace(/^\./, "") || "body";
}
