// Every kind of query that compares vectors, for all four distances, compared with an oracle written from its
// definition.
import { expect } from "chai";
import { seedOf } from "../../support/chance.ts";
import {
  bestScore,
  contextScore,
  discoverScore,
  expectBest,
  isAscending,
  type Metric,
  nearest,
  type OraclePoint,
  ranked,
  type Scored,
  shownScore,
  similarity,
} from "../../support/query-oracle.ts";
import { seededRandom } from "../../support/random.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const SIZE = 6;
const POINTS = 300;
const LIMIT = 20;
const QUERY = "/collections/c/points/query";

/** Rounds to f32, so that the stored numbers equal the sent ones. */
const vectorOf = (random: () => number) => Array.from({ length: SIZE }, () => Math.fround(random() * 2 - 1));

for (const metric of ["Cosine", "Dot", "Euclid", "Manhattan"] as const) {
  const seed = seedOf();
  describe(`queries by ${metric} (SEED=${seed})`, () => {
    const random = seededRandom(seed);
    const points: OraclePoint[] = Array.from({ length: POINTS }, (_, id) => ({
      id,
      vector: vectorOf(random),
    }));
    const [q, r, s, t, u] = Array.from({ length: 5 }, () => vectorOf(random)) as [
      number[],
      number[],
      number[],
      number[],
      number[],
    ];
    const sim = (query: readonly number[], { vector }: OraclePoint) => similarity(metric, query, vector);
    let server: TestServer;

    before(async () => {
      // Small segments, so that every kind has to merge the hits of several.
      server = await startTestServer({ segments: { maxSlots: 40 } });
      const created = await server.call("PUT", "/collections/c", {
        vectors_config: { size: SIZE, distance: metric },
      });
      expect(created.status).to.equal(200);
      const body = points.map(({ id, vector }) => ({ id, vector, payload: { even: id % 2 === 0 } }));
      await server.call("PUT", "/collections/c/points", { points: body });
    });
    after(() => server.close());

    async function found(query: object): Promise<Scored[]> {
      const { body, text } = await server.call("POST", QUERY, { limit: LIMIT, ...query });
      if (!body.result) throw new Error(text);
      return body.result.points;
    }

    const without = (...ids: number[]) => points.filter(({ id }) => !ids.includes(id));
    const vector = (id: number) => storedVector(metric, points[id]!.vector);

    it(`queries by ${metric} find the nearest points to a vector`, async () => {
      expectBest(await found({ query: q }), nearest(points, metric, q));
    });

    it(`queries by ${metric} find the nearest points to a point, without that point`, async () => {
      expectBest(await found({ query: 7 }), nearest(without(7), metric, vector(7)));
    });

    it(`queries by ${metric} find points similar to the average of examples`, async () => {
      const average = average_vector([q, vector(3)], []);
      const answer = await found({ query: { recommend: { positive: [q, 3] } } });
      expectBest(answer, nearest(without(3), metric, average));
    });

    it(`queries by ${metric} find points away from the average of negative examples`, async () => {
      const average = average_vector([q, r], [s, vector(4)]);
      const recommend = { positive: [q, r], negative: [s, 4], strategy: "average_vector" };
      expectBest(await found({ query: { recommend } }), nearest(without(4), metric, average));
    });

    it(`queries by ${metric} recommend by the best score`, async () => {
      const examples = [q, r, vector(5), s, t];
      const recommend = { positive: [q, r, 5], negative: [s, t], strategy: "best_score" };
      const score = (point: OraclePoint) => bestScore((i) => sim(examples[i]!, point), 3, 5);
      expectBest(await found({ query: { recommend } }), ranked(without(5), score));
    });

    it(`queries by ${metric} recommend by the best score with negative examples alone`, async () => {
      const recommend = { negative: [s, t], strategy: "best_score" };
      const score = (point: OraclePoint) => bestScore((i) => sim([s, t][i]!, point), 0, 2);
      expectBest(await found({ query: { recommend } }), ranked(points, score));
    });

    it(`queries by ${metric} recommend by the sum of scores`, async () => {
      const recommend = { positive: [q, r], negative: [s], strategy: "sum_scores" };
      const score = (point: OraclePoint) => sim(q, point) + sim(r, point) - sim(s, point);
      expectBest(await found({ query: { recommend } }), ranked(points, score));
    });

    it(`queries by ${metric} discover within a context`, async () => {
      const discover = {
        target: q,
        context: [
          { positive: r, negative: s },
          { positive: t, negative: 9 },
        ],
      };
      const score = (point: OraclePoint) =>
        discoverScore(sim(q, point), [
          [sim(r, point), sim(s, point)],
          [sim(t, point), sim(vector(9), point)],
        ]);
      expectBest(await found({ query: { discover } }), ranked(without(9), score));
    });

    it(`queries by ${metric} discover without a context, in the order of similarity`, async () => {
      const discover = { target: q, context: [] };
      expectBest(
        await found({ query: { discover } }),
        ranked(points, (point) => discoverScore(sim(q, point), [])),
      );
    });

    it(`queries by ${metric} explore a context without a target`, async () => {
      const context = [
        { positive: r, negative: s },
        { positive: t, negative: u },
      ];
      const score = (point: OraclePoint) =>
        contextScore([
          [sim(r, point), sim(s, point)],
          [sim(t, point), sim(u, point)],
        ]);
      const all = await found({ query: { context }, limit: POINTS });
      expectBest(all, ranked(points, score));
      expect(all.at(-1)!.score).to.be.below(0);
    });

    it(`queries by ${metric} use feedback on examples`, async () => {
      const { a, b, c } = { a: 0.5, b: 1.5, c: 0.25 };
      const relevance_feedback = {
        target: q,
        feedback: [
          { example: r, score: 0.9 },
          { example: 8, score: 0.2 },
          { example: s, score: 0.2 },
        ],
        strategy: { naive: { a, b, c } },
      };
      const gain = 0.7 ** b * c;
      const score = (point: OraclePoint) =>
        a * sim(q, point) +
        gain * (sim(r, point) - sim(vector(8), point)) +
        gain * (sim(r, point) - sim(s, point));
      expectBest(await found({ query: { relevance_feedback } }), ranked(without(8), score));
    });

    it(`queries by ${metric} find the nearest points among those of prefetches`, async () => {
      const best = (query: readonly number[], count: number) =>
        nearest(points, metric, query)
          .slice(0, count)
          .map(({ id }) => id);
      const pool = new Set([...best(q, 40), ...best(r, 30)]);
      const prefetch = [
        { query: q, limit: 40 },
        { query: r, limit: 30 },
      ];
      const among = points.filter(({ id }) => pool.has(id));
      expectBest(await found({ prefetch, query: s }), nearest(among, metric, s));
      const recommend = { positive: [s], negative: [t], strategy: "best_score" };
      const score = (point: OraclePoint) => bestScore((i) => sim([s, t][i]!, point), 1, 2);
      expectBest(await found({ prefetch, query: { recommend } }), ranked(among, score));
    });

    it(`queries by ${metric} apply filters to points that are scored by several vectors`, async () => {
      const filter = { must: { key: "even", match: { value: true } } };
      const recommend = { positive: [q, r], negative: [s] };
      for (const strategy of ["best_score", "sum_scores"]) {
        const answer = await found({ query: { recommend: { ...recommend, strategy } }, filter });
        expect(answer).to.have.lengthOf(LIMIT);
        expect(answer.filter(({ id }) => id % 2 === 1)).to.deep.equal([]);
      }
    });

    it(`queries by ${metric} return hits whose score is at the threshold or better, and skip the offset`, async () => {
      const recommend = { positive: [q, r], negative: [s], strategy: "best_score" };
      const all = await found({ query: { recommend } });
      const score_threshold = all[9]!.score;
      const better = await found({ query: { recommend }, score_threshold });
      expect(better).to.deep.equal(all.slice(0, 10));
      expect(await found({ query: { recommend }, offset: 5, limit: 3 })).to.deep.equal(all.slice(5, 8));
    });

    it(`queries by ${metric} choose diverse points, which keep their scores`, async () => {
      const candidates = nearest(points, metric, q).slice(0, 40);
      const mmr = { diversity: 0.6, candidates_limit: 40 };
      const answer = await found({ query: { nearest: q, mmr }, limit: 8 });
      const expected = diverse(metric, candidates, points, 0.4, 8);
      expect(answer.map(({ id }) => id)).to.deep.equal(expected);
      expectScores(answer, candidates);
      const plain = await found({ query: { nearest: q, mmr: { diversity: 0 } } });
      expectBest(plain, nearest(points, metric, q));
    });

    it(`queries by ${metric} keep the order of a list that is fused alone, whether its scores ascend or descend`, async () => {
      const prefetch = [{ query: q, limit: 30 }];
      const order = nearest(points, metric, q).slice(0, LIMIT);
      for (const fusion of ["rrf", "dbsf"]) {
        const answer = await found({ prefetch, query: { fusion } });
        expect(answer.map(({ id }) => id)).to.deep.equal(order.map(({ id }) => id));
      }
    });
  });
}

function storedVector(metric: Metric, vector: readonly number[]): readonly number[] {
  if (metric !== "Cosine") return vector;
  const length = Math.sqrt(vector.reduce((sum, a) => sum + a * a, 0));
  return vector.map((a) => a / length);
}

function average_vector(positive: (readonly number[])[], negative: (readonly number[])[]): number[] {
  const mean = (vectors: (readonly number[])[]) =>
    vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + vector[i]!, 0) / vectors.length);
  const liked = mean(positive);
  if (negative.length === 0) return liked;
  const disliked = mean(negative);
  return liked.map((value, i) => 2 * value - disliked[i]!);
}

/** Chooses points by the definition of maximal marginal relevance. */
function diverse(
  metric: Metric,
  candidates: readonly Scored[],
  points: readonly OraclePoint[],
  lambda: number,
  count: number,
): number[] {
  const similar = (a: number, b: number) => similarity(metric, points[a]!.vector, points[b]!.vector);
  const relevance = ({ score }: Scored) =>
    isAscending(metric) ? -(metric === "Euclid" ? score ** 2 : score) : score;
  const picked = [candidates[0]!];
  while (picked.length < count) {
    const marginal = (one: Scored) =>
      lambda * relevance(one) - (1 - lambda) * Math.max(...picked.map(({ id }) => similar(id, one.id)));
    const left = candidates.filter((one) => !picked.includes(one));
    picked.push(left.reduce((best, one) => (marginal(one) > marginal(best) ? one : best)));
  }
  return picked.map(({ id }) => id);
}

function expectScores(answer: readonly Scored[], candidates: readonly Scored[]): void {
  const scores = new Map(candidates.map(({ id, score }) => [id, score]));
  for (const { id, score } of answer) expect(scores.get(id)).to.be.closeTo(score, 1e-4);
  expect(shownScore("Dot", 1)).to.equal(1);
}
