// The filters that were parsed last, by their JSON: most requests repeat a filter.
// The decision: a short filter has a text that says its JSON exactly, types of numbers included, and costs a tenth of
// parsing it. Only filters without errors are kept, so an invalid one has the same error each time. A parsed filter
// does not change, so requests can share it, and what was computed of it (filter-key.ts) is computed once.
import type { Filter } from "./filter.ts";
import { parseFilter } from "./parse.ts";

const MAX_FILTERS = 256;
/** The most characters of a text, and the deepest level, of a filter that is kept. */
const MAX_TEXT = 512;
const MAX_LEVELS = 16;

const recent = new Map<string, Filter>();

/** Returns the filter of the JSON. @param where the path of the filter in the request. @throws InvalidFilter */
export function readFilter(json: unknown, where: string): Filter {
  const text = textOf(json, MAX_LEVELS);
  if (text === null || text.length > MAX_TEXT) return parseFilter(json, where);
  const known = recent.get(text);
  if (known) return known;
  const filter = parseFilter(json, where);
  if (recent.size === MAX_FILTERS) recent.clear();
  recent.set(text, filter);
  return filter;
}

/** Returns a text that differs for different values; null for one that is large or has other values than JSON has. */
function textOf(json: unknown, levels: number): string | null {
  switch (typeof json) {
    case "string":
      return json.length > MAX_TEXT ? null : JSON.stringify(json);
    case "number":
      return Object.is(json, -0) ? "-0" : String(json);
    case "bigint":
      return `${json}n`;
    case "boolean":
      return String(json);
    case "object":
      if (json === null) return "null";
      return levels === 0
        ? null
        : Array.isArray(json)
          ? textOfList(json, levels)
          : textOfObject(json, levels);
    default:
      return null;
  }
}

function textOfList(list: readonly unknown[], levels: number): string | null {
  if (2 * list.length > MAX_TEXT) return null;
  let text = "[";
  for (let i = 0; i < list.length; i++) {
    const item = textOf(list[i], levels - 1);
    if (item === null) return null;
    text += `${item},`;
  }
  return `${text}]`;
}

function textOfObject(object: object, levels: number): string | null {
  let text = "{";
  for (const key of Object.keys(object)) {
    const member = textOf((object as Readonly<Record<string, unknown>>)[key], levels - 1);
    if (member === null || key.length > MAX_TEXT) return null;
    text += `${JSON.stringify(key)}:${member},`;
  }
  return `${text}}`;
}
