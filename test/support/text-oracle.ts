// Ranks texts by BM25 from its definition, in 64-bit floats: a word is a run of letters and digits, in lower case.
// The decision: no code is shared with the product.
export type Texts = ReadonlyMap<number, string | readonly string[]>;

export interface RankedText {
  readonly id: number;
  readonly score: number;
}

interface Parameters {
  readonly k?: number;
  readonly b?: number;
  /** The points that weigh the words; all by default. */
  readonly corpus?: readonly number[];
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the points that have a word of the query, best first, those with equal scores by id. */
export function plainRanking(texts: Texts, query: string, parameters: Parameters = {}): RankedText[] {
  const { k = 1.2, b = 0.75, corpus } = parameters;
  const divided = new Map([...texts].map(([id, text]) => [id, [text].flat().flatMap(wordsOf)]));
  const counted = [...divided].filter(([id, own]) => own.length > 0 && (corpus?.includes(id) ?? true));
  const average = counted.reduce((sum, [, own]) => sum + own.length, 0) / counted.length;
  const sums = new Map<number, number>();
  for (const word of new Set(wordsOf(query))) {
    const df = counted.filter(([, own]) => own.includes(word)).length;
    const idf = Math.log(1 + (counted.length - df + 0.5) / (df + 0.5));
    for (const [id, own] of divided) {
      const n = own.filter((other) => other === word).length;
      if (n === 0) continue;
      const length = counted.length === 0 ? 1 : own.length / average;
      sums.set(id, (sums.get(id) ?? 0) + (idf * n * (k + 1)) / (n + k * (1 - b + b * length)));
    }
  }
  const found = [...sums].map(([id, sum]) => ({ id, score: Math.fround(sum) }));
  return found.sort((a, b) => b.score - a.score || a.id - b.id);
}
