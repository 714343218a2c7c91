// Reads the collection, vector, filter and field of a map from the address.
import { parseJson } from "../../../api/json.ts";
import { type Info, vectorsOf } from "../info.ts";

const DEFAULT_LIMIT = 50_000;
const MAX_POINTS = 200_000;

interface Asked {
  readonly vector: string;
  readonly limit: number;
  /** The payload field that chooses the colours; "" for none, null where the address does not say. */
  readonly field: string | null;
  /** The filter as written in the address. */
  readonly filterText: string;
  readonly filter: unknown;
  /** The error of a filter that cannot be parsed. */
  readonly problem: string | undefined;
}

export function askedIn(query: URLSearchParams, info: Info): Asked {
  const names = [...vectorsOf(info).keys()];
  const vectorName = query.get("vector") ?? "";
  const limit = Number(query.get("limit"));
  const filterText = query.get("filter") ?? "";
  const { filter, problem } = readFilter(filterText);
  return {
    vector: names.includes(vectorName) ? vectorName : (names[0] ?? ""),
    limit: Number.isInteger(limit) && limit >= 1 && limit <= MAX_POINTS ? limit : DEFAULT_LIMIT,
    field: query.get("field"),
    filterText,
    filter,
    problem,
  };
}

function readFilter(text: string): { filter: unknown; problem: string | undefined } {
  if (text === "") return { filter: undefined, problem: undefined };
  try {
    return { filter: parseJson(text), problem: undefined };
  } catch {
    return { filter: undefined, problem: `The filter in the address is no JSON: ${text}` };
  }
}
