// Lists of words in sentences.

/** Joins words to a list: "Cosine, Dot, Euclid or Manhattan". */
export function listed(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
