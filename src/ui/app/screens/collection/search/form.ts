// The form of the search screen and its representation in the address.
// The decision: everything is kept as the text that was typed, so that the address loses nothing, and incomplete inputs
// are restored after a reload.
import { USUAL_RECALL } from "../recall/scale.ts";

const WAYS = ["vector", "words", "like", "these"] as const;
export type Way = (typeof WAYS)[number];
export const STRATEGIES = ["average_vector", "best_score", "sum_scores"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Form {
  readonly way: Way;
  /** The JSON array that was entered. */
  readonly vector: string;
  /** The words to look for in a text index, and its key. */
  readonly words: string;
  readonly field: string;
  /** The weight of the vector in a search by words; empty: no vector is searched. */
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
  alpha: "",
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

const TEXTS = [
  "vector",
  "words",
  "field",
  "alpha",
  "like",
  "using",
  "limit",
  "offset",
  "recall",
  "ef",
  "threshold",
  "filter",
] as const;
const IDS = ["positive", "negative"] as const;
const FLAGS = ["fixed", "exact", "vectors"] as const;

/** Reads the form from the address. @param blank the values of missing parameters */
export function readForm(query: URLSearchParams, blank: Form = BLANK): Form {
  const texts = TEXTS.map((key) => [key, query.get(key) ?? blank[key]]);
  const ids = IDS.map((key) => [key, query.get(key)?.split(",").filter(Boolean) ?? blank[key]]);
  const flags = FLAGS.map((key) => [key, query.get(key) === "true"]);
  const strategy = STRATEGIES.find((known) => known === query.get("strategy")) ?? blank.strategy;
  const form = { ...blank, ...Object.fromEntries([...texts, ...ids, ...flags]), strategy } as Form;
  const way = WAYS.find((known) => known === query.get("ask"));
  // A link with `?ef=64` need not say that it is fixed.
  return { ...form, fixed: form.fixed || form.ef !== "", way: way ?? wayOf(form, blank) };
}

/** Returns the kind of query. A link with `?like=7` need not name it. */
function wayOf({ words, like, positive, negative }: Form, blank: Form): Way {
  if (positive.length + negative.length > 0) return "these";
  if (words !== "") return "words";
  return like === "" ? blank.way : "like";
}

/** Returns the parameters that differ from a blank form. */
export function writeForm(form: Form, blank: Form = BLANK): Record<string, string> {
  const query: Record<string, string> = { ask: form.way };
  for (const key of TEXTS) if (form[key] !== blank[key]) query[key] = form[key];
  for (const key of IDS) if (form[key].length > 0) query[key] = form[key].join(",");
  for (const key of FLAGS) if (form[key]) query[key] = "true";
  if (form.strategy !== blank.strategy) query.strategy = form.strategy;
  return query;
}
