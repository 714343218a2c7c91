// The form of the search screen and its representation in the address.
// The decision: everything is kept as the text that was typed, so that the address loses nothing, and incomplete inputs
// are restored after a reload. A long vector is not part of an address that people send: kept-text.ts has it.

import { USUAL_RECALL } from "../recall/scale.ts";
import { keptText, textOf } from "./kept-text.ts";

const WAYS = ["vector", "words", "like", "these"] as const;
export type Way = (typeof WAYS)[number];
/** How a text finds points: by its words, by the vector that a model makes of it, or by words and a vector. */
const MATCHES = ["words", "model", "hybrid"] as const;
export type Match = (typeof MATCHES)[number];
/** The kinds of vectors of a hybrid search; "best" is that of the best match of the words. */
const DENSES = ["best", "like", "vector", "model"] as const;
export type Dense = (typeof DENSES)[number];
export const STRATEGIES = ["average_vector", "best_score", "sum_scores"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Form {
  readonly way: Way;
  /** The JSON array that was entered. */
  readonly vector: string;
  /** The words to look for in a text index, and its key. */
  readonly words: string;
  readonly field: string;
  readonly match: Match;
  readonly dense: Dense;
  /** The model that makes a vector of the words. */
  readonly model: string;
  /** The weight of the vector in a hybrid search. */
  readonly alpha: string;
  /** The id of a point. */
  readonly like: string;
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  readonly strategy: Strategy;
  /** The name of a vector; empty for the one without a name. */
  readonly using: string;
  readonly limit: string;
  readonly offset: string;
  /** The share of the nearest points to find, while ef is not fixed. */
  readonly recall: string;
  /** Whether `ef` is sent instead of `recall`; without it `ef` is empty. */
  readonly fixed: boolean;
  readonly ef: string;
  readonly exact: boolean;
  readonly threshold: string;
  readonly filter: string;
  readonly vectors: boolean;
}

export const BLANK: Form = {
  way: "vector",
  vector: "",
  words: "",
  field: "",
  match: "words",
  dense: "best",
  model: "",
  alpha: "0.5",
  like: "",
  positive: [],
  negative: [],
  strategy: "average_vector",
  using: "",
  limit: "10",
  offset: "",
  recall: String(USUAL_RECALL),
  fixed: false,
  ef: "",
  exact: false,
  threshold: "",
  filter: "",
  vectors: false,
};

const CHOICES: { readonly [Key in keyof Form]?: readonly string[] } = {
  way: WAYS,
  match: MATCHES,
  dense: DENSES,
  strategy: STRATEGIES,
};

/** Reads the form from the address. @param blank the values of missing parameters */
export function readForm(query: URLSearchParams, blank: Form = BLANK): Form {
  const read = Object.entries(blank).map(([key, usual]) => [key, readValue(query, key as keyof Form, usual)]);
  const form = Object.fromEntries(read) as Form;
  const isHybrid = form.match === "hybrid" || (!query.has("match") && query.has("alpha"));
  return {
    ...form,
    // A link with `?ef=64` need not say that it is fixed, one with `?alpha=0.3` not that it is hybrid, and one with
    // `?vector=[1,2]` not that this is the vector.
    fixed: form.fixed || form.ef !== "",
    match: isHybrid ? "hybrid" : form.match,
    dense: isHybrid && query.has("vector") && !query.has("dense") ? "vector" : form.dense,
    vector: textOf(form.vector),
    way: query.has("ask") ? form.way : wayOf(query, blank),
  };
}

/** Returns the value of a parameter: a flag, a list of ids, one of a few choices, or a text. */
function readValue(query: URLSearchParams, key: keyof Form, usual: unknown): unknown {
  const text = query.get(key === "way" ? "ask" : key);
  if (typeof usual === "boolean") return text === "true";
  if (Array.isArray(usual)) return text?.split(",").filter(Boolean) ?? usual;
  const choices = CHOICES[key];
  return text === null || choices?.includes(text) === false ? usual : text;
}

/** Returns the kind of query. A link with `?like=7` need not name it. */
function wayOf(query: URLSearchParams, blank: Form): Way {
  if (query.has("positive") || query.has("negative")) return "these";
  return (["words", "like", "vector"] as const).find((way) => query.has(way)) ?? blank.way;
}

/** Returns the parameters that differ from a blank form. */
export function writeForm(form: Form, blank: Form = BLANK): Record<string, string> {
  const { way, ...others } = form;
  const changed = Object.entries(others).filter(([key, value]) => {
    return Array.isArray(value) ? value.length > 0 : value !== blank[key as keyof Form];
  });
  const query = Object.fromEntries(changed.map(([key, value]) => [key, String(value)]));
  if (form.match === "hybrid" && query.vector) query.dense = form.dense;
  if (query.vector) query.vector = keptText(query.vector);
  return { ask: way, ...query };
}
