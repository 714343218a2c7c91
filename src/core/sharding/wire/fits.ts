// Whether an answer is one to its question: as many results as were asked for, at positions that there are.
// The decision: shapes check an answer by itself; what only the question tells is checked here, so that whoever merges
// answers can rely on it.
import { type AnswerOf, type ArgumentsOf, FILLED, type Method } from "./methods.ts";

type Fits = {
  readonly [M in Method]?: (given: ArgumentsOf<M>, answer: AnswerOf<M>) => boolean;
};

const FITS: Fits = {
  search: ({ queries }, { ends }) => ends.length === queries.length,
  find: ({ ids }, { positions }) => positions.every((position) => position < ids.length),
  distances: ({ queries, points }, { distances }) => distances.length === queries.length * points.ids.length,
  payloads: ({ points }, { there }) => there.length === points.ids.length,
  vectors: ({ points }, { there, floats, strings }) => {
    if (there.length !== points.ids.length) return false;
    const filled = there.reduce((sum, is) => sum + Number(is === FILLED), 0);
    return floats === null ? strings.ends.length === filled : filled === 0 || floats.length % filled === 0;
  },
  termStatistics: ({ indices }, { frequencies }) => frequencies.length === indices.length,
  explainTexts: ({ points }, { ends }) => ends.length === points.ids.length,
};

export function fits<M extends Method>(method: M, given: ArgumentsOf<M>, answer: AnswerOf<M>): boolean {
  return FITS[method]?.(given, answer) ?? true;
}
