// Checks payloads and keeps them as the bytes that were received.
// The decision: the check is a loop with its own stack of closing brackets instead of a recursion, so no depth can
// exhaust the call stack; it reports the depth, which the validator limits. The result is a view on the body and keeps
// the whole body in memory: code that stores it copies it.
import { RawJson } from "../schema/raw-json.ts";
import {
  byteAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  malformed,
  OPEN_BRACE,
  OPEN_BRACKET,
  scanColon,
  scanScalar,
  scanString,
  skipSpace,
} from "./syntax.ts";

/** More than the 64 levels that are accepted, so that the stack grows for invalid input only. */
const USUAL_DEPTH = 128;

/** The stack. All calls share it, because a value is read without interruption. */
const CLOSERS = new Uint8Array(USUAL_DEPTH);

/** Returns the value that begins at `start`; its syntax is checked, and it is not parsed. */
export function readRaw(bytes: Uint8Array, start: number): RawJson {
  let closers = CLOSERS;
  let depth = 0;
  let deepest = 0;
  let at = start;
  for (;;) {
    const opener = byteAt(bytes, at);
    if (opener === OPEN_BRACE || opener === OPEN_BRACKET) {
      const closer = opener === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      if (depth === closers.length) closers = doubled(closers);
      closers[depth++] = closer;
      deepest = Math.max(deepest, depth);
      at = skipSpace(bytes, at + 1);
      if (byteAt(bytes, at) !== closer) {
        if (opener === OPEN_BRACE) at = scanKey(bytes, at);
        continue;
      }
    } else {
      at = scanScalar(bytes, at);
    }
    // A value has ended, or an empty container is about to: leave all containers that close here.
    while (depth > 0) {
      at = skipSpace(bytes, at);
      if (byteAt(bytes, at) !== closers[depth - 1]) break;
      depth--;
      at++;
    }
    if (depth === 0) return new RawJson(bytes.subarray(start, at), deepest);
    if (byteAt(bytes, at) !== COMMA) throw malformed(at);
    at = skipSpace(bytes, at + 1);
    if (closers[depth - 1] === CLOSE_BRACE) at = scanKey(bytes, at);
  }
}

function scanKey(bytes: Uint8Array, at: number): number {
  return scanColon(bytes, scanString(bytes, at));
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
