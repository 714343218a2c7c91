// Expressions of formula queries, against the same computation in JavaScript.
import { expect } from "chai";
import fc from "fast-check";
import { InvalidArgument } from "../../../../src/errors/invalid-argument.ts";
import { evaluate } from "../../../../src/service/query/evaluate.ts";
import { parseFormula } from "../../../../src/service/query/expression.ts";

const point = { id: 1, payload: { a: 2, b: -3 }, hasVector: () => false, textIndex: () => null };

function value(json: unknown, scores: (number | undefined)[] = [5]): number {
  return evaluate(parseFormula(json, {}).expression, { point, scores });
}

/** An expression and its value. */
type Case = readonly [json: unknown, value: number];

const { expression } = fc.letrec<{ expression: Case }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: -9, max: 9 }).map((n): Case => [n, n]),
    fc.constantFrom<Case>(["a", 2], ["b", -3], ["$score", 5]),
    fc.array(tie("expression"), { maxLength: 3 }).map((of): Case => {
      return [{ sum: of.map(([json]) => json) }, of.reduce((sum, [, own]) => sum + own, 0)];
    }),
    fc.array(tie("expression"), { maxLength: 3 }).map((of): Case => {
      return [{ mult: of.map(([json]) => json) }, of.reduce((product, [, own]) => product * own, 1)];
    }),
    tie("expression").map(([json, own]): Case => [{ neg: json }, -own]),
    tie("expression").map(([json, own]): Case => [{ sqrt: { abs: json } }, Math.sqrt(Math.abs(own))]),
    fc
      .tuple(tie("expression"), tie("expression"))
      .map(
        ([[left, l], [right, r]]): Case => [
          { div: { left, right, by_zero_default: 7 } },
          l === 0 ? 0 : r === 0 ? 7 : l / r,
        ],
      ),
  ),
}));

describe("the value of an expression", () => {
  it("the value of an expression equals that of the same computation in JavaScript", () => {
    fc.assert(
      fc.property(expression, ([json, expected]) => {
        expect(value(json) + 0).to.be.closeTo(expected, 1e-9 * Math.max(1, Math.abs(expected)));
      }),
    );
  });

  for (const [json, expected] of [
    [{ exp: 1 }, Math.E],
    [{ ln: { exp: 2 } }, 2],
    [{ log10: 1000 }, 3],
    [{ pow: { base: 2, exponent: 10 } }, 1024],
    [{ lin_decay: { x: 1, target: 3, scale: 4, midpoint: 0.2 } }, 0.6],
    [{ lin_decay: { x: 9 } }, 0],
    [{ exp_decay: { x: 3, target: 1, scale: 2, midpoint: 0.25 } }, 0.25],
    [{ gauss_decay: { x: 4, scale: 2 } }, 1 / 16],
    [{ mult: [0, "missing"] }, 0],
    [{ div: { left: 0, right: "missing" } }, 0],
    [{ sum: [] }, 0],
    [{ mult: [] }, 1],
    ["$score[1]", 0],
  ] as const) {
    it(`the value of an expression is ${expected} for ${JSON.stringify(json)}`, () => {
      expect(value(json)).to.be.closeTo(expected, 1e-12);
    });
  }

  it("the value of an expression must be finite at every step", () => {
    for (const json of [{ ln: 0 }, { sqrt: -1 }, { exp: 1000 }, { mult: [1e300, 1e300] }]) {
      expect(() => value(json)).to.throw(InvalidArgument, "is not a finite number");
    }
  });

  it("the value of an expression is refused for a formula of more than a thousand expressions", () => {
    expect(() => parseFormula({ sum: new Array(1000).fill(1) }, {})).to.throw("at most 1000 expressions");
  });
});
