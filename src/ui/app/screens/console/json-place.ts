// Finds the position of the cursor in a JSON text: the keys that lead there, and whether a key or a value is expected.
// The decision: only the text before the cursor is read, by a scanner that tolerates errors, because an unfinished text
// is never valid.

/** A step into a list. */
export const ITEM = Symbol("item");
export type Step = string | typeof ITEM;

export interface JsonPosition {
  readonly trail: readonly Step[];
  readonly kind: "key" | "value";
  /** The position of the first character of the word being typed, its quotation mark included. */
  readonly from: number;
  /** Keys that the object already has. */
  readonly taken: ReadonlySet<string>;
}

interface Frame {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  key: string | null;
}

const TOKEN = /"(?:[^"\\]|\\.)*("?)|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Returns the position; null if nothing can follow because a value has just ended. */
export function positionAt(before: string): JsonPosition | null {
  const frames: Frame[] = [];
  let from = before.length;
  let isDone = false;
  for (const match of before.matchAll(TOKEN)) {
    const [token, closing] = match;
    const isOpen = match.index + token.length === before.length;
    const frame = frames.at(-1);
    if (token.startsWith('"') ? closing !== '"' : isOpen && /[^{}[\],:]/.test(token)) {
      from = match.index;
      isDone = false;
      break;
    }
    isDone = step(token, frame, frames);
  }
  if (isDone) return null;
  const last = frames.at(-1);
  const isKey = last?.isObject === true && last.key === null;
  return {
    trail: frames.slice(0, isKey ? -1 : undefined).map(({ isObject, key }) => (isObject ? key! : ITEM)),
    kind: isKey ? "key" : "value",
    from,
    taken: last?.keys ?? new Set(),
  };
}

/** Processes a token. @returns whether a value ended, so that a comma is expected */
function step(token: string, frame: Frame | undefined, frames: Frame[]): boolean {
  switch (token) {
    case "{":
    case "[":
      frames.push({ isObject: token === "{", keys: new Set(), key: null });
      return false;
    case "}":
    case "]":
      frames.pop();
      return true;
    case ",":
      if (frame) frame.key = null;
      return false;
    case ":":
      return false;
  }
  if (!frame?.isObject || frame.key !== null) return true;
  frame.key = token.replace(/^"|"$/g, "");
  frame.keys.add(frame.key);
  return false;
}

/** Returns the position that the message of a browser's parser names; otherwise the end. @param text the parsed text */
export function errorPosition(message: string, text: string): number {
  const [, offset] = /at position (\d+)/.exec(message) ?? [];
  if (offset !== undefined) return Number(offset);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return text.length - 1;
  const before = text.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
}
