// Steps of queries that are drawn: every kind of query, alone and above prefetches.
import { between, pick, type Random } from "../chance.ts";
import { drawnFilter } from "./filters.ts";
import {
  DENSE_NAMES,
  type DenseName,
  type DrawnPoint,
  type PointDrawer,
  SPARSE_NAMES,
  type SparseName,
  WORDS,
} from "./points.ts";

type Using = DenseName | SparseName;
const USING: readonly Using[] = [...DENSE_NAMES, ...SPARSE_NAMES, ...SPARSE_NAMES];
const EXACT = { params: { exact: true } };

export class RankedReads {
  readonly #random: Random;
  readonly #points: readonly DrawnPoint[];
  readonly #drawer: PointDrawer;

  constructor(random: Random, points: readonly DrawnPoint[], drawer: PointDrawer) {
    this.#random = random;
    this.#points = points;
    this.#drawer = drawer;
  }

  limit(): number {
    const random = this.#random;
    return pick(random, [1, 2, 3, 5, 10, 20, between(random, 1, this.#points.length), 1_000]);
  }

  threshold(): object {
    return this.#random() < 0.2 ? { score_threshold: between(this.#random, -1, 2) } : {};
  }

  vector(using: Using): unknown {
    return using === "sparse" || using === "weighted" ? this.#drawer.sparse() : this.#drawer.dense(using);
  }

  /** Returns a step of any kind. */
  any(): object {
    const draw = pick(this.#random, [this.query, this.query, this.above, this.byText]);
    return draw.call(this);
  }

  /** Returns a query among all points. */
  query(): object {
    return { ...this.#kind(), ...this.#limited(), ...EXACT };
  }

  byText(): object {
    const random = this.#random;
    const scoring =
      random() < 0.3 ? { scoring: { bm25: { k: pick(random, [0, 2]), b: pick(random, [0, 1]) } } } : {};
    const query = { text: random() < 0.5 ? this.#words() : { query: this.#words(), ...scoring } };
    return { query, using: pick(random, ["text", "parts[].text"]), ...this.#limited(), ...this.threshold() };
  }

  hybrid(): object {
    const random = this.#random;
    const vector_using = pick(random, USING);
    const hybrid = {
      text: this.#words(),
      vector: this.vector(vector_using),
      text_using: "text",
      vector_using,
      limit: between(random, 1, 30),
      ...(random() < 0.5
        ? { fusion: "dbsf" }
        : { alpha: pick(random, [0, 0.3, 0.5, 1]), k: between(random, 1, 60) }),
    };
    return { query: { hybrid }, ...this.#limited(), ...EXACT };
  }

  /** Returns a query among the results of others. */
  above(depth = 0): object {
    const random = this.#random;
    const below = () => {
      const draw = random();
      if (depth === 0 && draw < 0.2) return this.above(1);
      return draw < 0.4 ? this.byText() : this.query();
    };
    const prefetch = Array.from({ length: between(random, 1, 3) }, below);
    const query = pick(random, [
      () => ({ query: { fusion: pick(random, ["rrf", "dbsf"]) } }),
      () => ({
        query: { rrf: { k: between(random, 1, 60), weights: prefetch.map(() => between(random, 0, 3)) } },
      }),
      () => ({ query: { rrf: { k: 2 } } }),
      () => ({ query: this.#formula(prefetch.length) }),
      () => this.#kind(),
      () => this.#kind(),
      () => ({ query: this.#order() }),
    ])();
    return { prefetch, ...query, ...this.#limited(), ...EXACT };
  }

  recommendation(): { readonly recommend: object; readonly using: Using } {
    const random = this.#random;
    const using = pick(random, USING);
    const examples = (least: number) =>
      Array.from({ length: between(random, least, 3) }, () => this.#example(using));
    const strategy = pick(random, ["average_vector", "best_score", "sum_scores"]);
    return { recommend: { positive: examples(1), negative: examples(0), strategy }, using };
  }

  discovery(): { readonly target: unknown; readonly context: object; readonly using: Using } {
    const using = pick(this.#random, USING);
    return { target: this.#example(using), context: this.#pairs(using, 0), using };
  }

  #limited(): object {
    const filter = drawnFilter(this.#random, this.#points);
    return { ...(filter !== null && { filter }), limit: this.limit() };
  }

  /** Returns a query that needs no prefetches. */
  #kind(): object {
    const random = this.#random;
    const using = pick(random, USING);
    const draws: readonly (() => object)[] = [
      () => ({ query: this.#example(using), using, ...this.threshold() }),
      () => ({ query: { nearest: this.vector(using) }, using, ...this.threshold() }),
      () => this.#diverse(),
      () => {
        const { recommend, using: own } = this.recommendation();
        return { query: { recommend }, using: own };
      },
      () => {
        const { target, context, using: own } = this.discovery();
        return { query: { discover: { target, context } }, using: own };
      },
      () => ({ query: { context: this.#pairs(using, 1) }, using }),
      () => ({ query: this.#feedback(using), using }),
    ];
    return pick(random, draws)();
  }

  #diverse(): object {
    const random = this.#random;
    const using = pick(random, DENSE_NAMES);
    const mmr = { diversity: pick(random, [0, 0.3, 0.5, 1]), candidates_limit: between(random, 1, 30) };
    return { query: { nearest: this.vector(using), mmr }, using };
  }

  #feedback(using: Using): object {
    const random = this.#random;
    const feedback = Array.from({ length: between(random, 1, 3) }, () => ({
      example: this.#example(using),
      score: between(random, 0, 2),
    }));
    const naive = { a: between(random, 0, 2), b: 1, c: 0.5 };
    return { relevance_feedback: { target: this.#example(using), feedback, strategy: { naive } } };
  }

  #formula(prefetches: number): object {
    const random = this.#random;
    const at = { geo_distance: { origin: { lon: 1, lat: 1 }, to: "at" } };
    const formula = pick<unknown>(random, [
      "$score",
      { sum: [`$score[${prefetches - 1}]`, { mult: [0.5, "n"] }] },
      { mult: [2, { key: "tag", match: { value: "a" } }] },
      { exp_decay: { x: at, scale: 100_000 } },
      { gauss_decay: { x: { datetime_key: "day" }, target: { datetime: "2024-01-02" }, scale: 86_400 } },
      { abs: "f" },
      "missing",
    ]);
    const defaults = { n: 0, f: 0.25, day: "2024-01-03", at: { lon: 0, lat: 0 }, "$score[1]": -1 };
    return { formula, defaults };
  }

  #order(): object {
    return {
      order_by: { key: pick(this.#random, ["n", "f"]), direction: pick(this.#random, ["asc", "desc"]) },
    };
  }

  #pairs(using: Using, least: number): object[] {
    const pair = () => ({ positive: this.#example(using), negative: this.#example(using) });
    return Array.from({ length: between(this.#random, least, 3) }, pair);
  }

  /** Returns a vector, or the id of a point that has one. */
  #example(using: Using): unknown {
    const having = this.#points.filter(({ vector }) => using in vector);
    const isId = this.#random() < 0.5 && having.length > 0;
    return isId ? pick(this.#random, having).id : this.vector(using);
  }

  #words(): string {
    const words = Array.from({ length: between(this.#random, 1, 3) }, () => pick(this.#random, WORDS));
    return words.join(" ");
  }
}
