// Where the demo data are, and the search with which they open.

/** The name of the collection. */
export const DEMO = "demo";
/** The id of the text about the city of Paris: the number of its line among all texts (see data.ts). */
export const PARIS = 999;
/** The form of the hybrid search that a first look begins with. */
export const FIRST_SEARCH = {
  ask: "words",
  words: "something to eat with noodles",
  match: "hybrid",
  dense: "best",
  // So that a thing is the first of those with its name in their texts.
  alpha: "0.7",
} as const;
