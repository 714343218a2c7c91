// Shows a client's value in an error text: recognisable, short, and never more than the value itself.

const MAX_SHOWN_LENGTH = 60;

export function show(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shorten(text);
}

/** Cuts a text that a client has chosen, as long as it likes. */
export function shorten(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}...`;
}
