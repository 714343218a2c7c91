// Writes positions in a request for error texts.
// The decision: a number is an item of a list, everything else a field.

/** ["points", "0", "id"] -> points[0].id; the request itself: body */
export function fieldPath(path: readonly string[]): string {
  const text = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return text.replace(/^\./, "") || "body";
}
