// Converts results to plain objects and arrays, with the same numbers that REST returns.
import { cuttable, utf8 } from "../json/node-bytes.ts";
import { Float } from "../json/number.ts";
import { exact, parseExact } from "../json/plain.ts";
import { shortest } from "../json/writer.ts";
import { RawJson } from "../schema/raw-json.ts";
import type { Preferences } from "./types.ts";

/** @param result of a service */
export function shown(result: unknown, vectors: Preferences["vectors"]): unknown {
  if (typeof result === "number") return shortest(result);
  if (typeof result === "bigint") return exact(result);
  if (typeof result !== "object" || result === null) return result;
  if (result instanceof RawJson) return parseExact(utf8(cuttable(result.bytes), 0, result.bytes.length));
  if (result instanceof Float32Array) {
    return vectors === "float32" ? result : Array.from(result, shortest);
  }
  if (result instanceof Float) return result.value;
  if (Array.isArray(result)) return result.map((item) => shown(item, vectors));
  const members = Object.entries(result).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, shown(member, vectors)]));
}
