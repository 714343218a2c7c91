// Scores of a point, made from its similarities to several vectors; more is better.
// The decision: a scorer sees only the similarities (`similarityOf`), in the order of its vectors, so each scorer is
// the formula that defines it.

export interface Scorer {
  score(similarities: ArrayLike<number>): number;
  /** The weights, if the score is a weighted sum of the similarities. */
  readonly weights?: readonly number[];
  /** True if there is one vector, and a greater similarity to it gives a higher score. */
  readonly rises?: boolean;
}

/** Compares the best positive example with the best negative one. The first `positives` vectors are positive. */
export function bestScore(positives: number): Scorer {
  return {
    score(similarities) {
      const positive = greatest(similarities, 0, positives);
      const negative = greatest(similarities, positives, similarities.length);
      return positive > negative ? sigmoid(positive) : -sigmoid(negative);
    },
  };
}

/** Returns the sum of the similarities times their weights. */
function weightedSum(weights: readonly number[]): Scorer {
  return {
    weights,
    score: (similarities) => weights.reduce((sum, weight, i) => sum + weight * similarities[i]!, 0),
  };
}

/** Adds the similarities to positive examples and subtracts those to negative ones. */
export function sumOfScores(positives: number, negatives: number): Scorer {
  return weightedSum([...new Array(positives).fill(1), ...new Array(negatives).fill(-1)]);
}

/**
 * Discovery. The first vector is the target; the others are pairs: positive, negative. Each pair divides the space, and
 * its positive half is preferred.
 */
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

/**
 * Context search over pairs: positive, negative. All points that are nearer to the positive one of every pair have the
 * same score.
 */
export const context: Scorer = {
  score(similarities) {
    let score = 0;
    for (let i = 0; i < similarities.length; i += 2) {
      score += soft(Math.min(similarities[i]! - similarities[i + 1]! - F32_EPSILON, 0));
    }
    return score;
  },
};

interface NaiveFeedback {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/**
 * Relevance feedback. The first vector is the target; the others are examples with the given scores. Of each two
 * examples, similarity to the better one is preferred.
 */
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

/** Maps to -1 ... 1, without an exponential. */
function soft(x: number): number {
  return x / (1 + Math.abs(x));
}

/** Returns a number from 0 to 1. */
function sigmoid(x: number): number {
  return 0.5 * (soft(x) + 1);
}
