// Scores of a point made from how similar it is to each of several vectors; more is better.
// The decision: a scorer sees similarities only (`similarityOf`), in the order of its vectors, so
// that what each of them does is the formula that defines it.

export interface Scorer {
  score(similarities: ArrayLike<number>): number;
  /** Where the score is nothing but a weighted sum of the similarities: the weights. */
  readonly weights?: readonly number[];
  /** Whether there is one vector, and whatever is more similar to it has a higher score. */
  readonly rises?: boolean;
}

/** The best of the positive examples against the best of the negative ones. The first `positives` vectors are positive. */
export function bestScore(positives: number): Scorer {
  return {
    score(similarities) {
      const positive = greatest(similarities, 0, positives);
      const negative = greatest(similarities, positives, similarities.length);
      return positive > negative ? sigmoid(positive) : -sigmoid(negative);
    },
  };
}

/** The sum of the similarities, each times its weight. */
function weightedSum(weights: readonly number[]): Scorer {
  return {
    weights,
    score: (similarities) => weights.reduce((sum, weight, i) => sum + weight * similarities[i]!, 0),
  };
}

/** Similar to all positive examples, and to no negative one. */
export function sumOfScores(positives: number, negatives: number): Scorer {
  return weightedSum([...new Array(positives).fill(1), ...new Array(negatives).fill(-1)]);
}

/** First the target, then the pairs: positive, negative. Each pair says in which half of the space to be. */
export const discovery: Scorer = {
  score(similarities) {
    let score = sigmoid(similarities[0]!);
    for (let i = 1; i < similarities.length; i += 2) {
      score += Math.sign(similarities[i]! - similarities[i + 1]!);
    }
    return score;
  },
};

/** Discovery without a context: in the order of similarity to the target, on the scale of discovery. */
export const discoveryOfTarget: Scorer = { ...discovery, rises: true };

const F32_EPSILON = 2 ** -23;

/** The pairs: positive, negative. What lies nearer to the positive of every pair is equally good. */
export const context: Scorer = {
  score(similarities) {
    let score = 0;
    for (let i = 0; i < similarities.length; i += 2) {
      score += soft(Math.min(similarities[i]! - similarities[i + 1]! - F32_EPSILON, 0));
    }
    return score;
  },
};

/** How good the searcher found an example. */
interface NaiveFeedback {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** First the target, then the examples, whose scores are given: of two, it is to be more like the better one. */
export function feedback({ a, b, c }: NaiveFeedback, scores: readonly number[]): Scorer {
  const weights = [a, ...new Array<number>(scores.length).fill(0)];
  scores.forEach((better, i) => {
    scores.forEach((worse, j) => {
      const gap = better - worse;
      if (gap <= 0) return;
      const confidence = gap ** b * c;
      weights[i + 1]! += confidence;
      weights[j + 1]! -= confidence;
    });
  });
  return weightedSum(weights);
}

function greatest(values: ArrayLike<number>, from: number, to: number): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) greatest = Math.max(greatest, values[i]!);
  return greatest;
}

/** From -1 to 1, without an exponential. */
function soft(x: number): number {
  return x / (1 + Math.abs(x));
}

/** From 0 to 1. */
function sigmoid(x: number): number {
  return 0.5 * (soft(x) + 1);
}
