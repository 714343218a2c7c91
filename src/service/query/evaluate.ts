// Evaluates an expression for one point.
// The decision: everything is computed in 64-bit floats and must stay finite at every step, so an error names the step
// that failed. A product stops at a factor of 0, and 0 divided by anything is 0, so the operands that follow need not
// be defined.
import { parseDatetime } from "../../core/filter/datetime.ts";
import type { GeoPoint, JsonPath } from "../../core/filter/filter.ts";
import { geoPointOf, haversine } from "../../core/filter/geo.ts";
import { type MatchPoint, matches } from "../../core/filter/match.ts";
import { valuesAt } from "../../core/filter/path.ts";
import { type JsonValue, numberOf } from "../../core/filter/value.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { NonFiniteResult } from "../../errors/query.ts";
import type { Decay, Expression } from "./expression.ts";

interface ScoredCandidate {
  readonly point: MatchPoint;
  /** The scores by prefetch; undefined where it did not find the point. */
  readonly scores: readonly (number | undefined)[];
}

const MICROSECONDS = 1e6;

/** @throws NonFiniteResult; InvalidArgument for a value that the point does not have */
export function evaluate(expression: Expression, candidate: ScoredCandidate): number {
  const value = (of: Expression) => evaluate(of, candidate);
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "score":
      return candidate.scores[expression.prefetch] ?? expression.missing;
    case "variable":
      return found(candidate, expression.path, numberOf, expression.missing, "number");
    case "datetime_key":
      return found(candidate, expression.path, secondsOf, expression.missing, "datetime");
    case "geo_distance": {
      const { origin, to, missing } = expression;
      return haversine(origin, found(candidate, to, geoPointOf, missing, "geo point"));
    }
    case "condition":
      return matches(expression.filter, candidate.point) ? 1 : 0;
    case "sum":
      return finite(
        expression.of.reduce((sum, of) => sum + value(of), 0),
        () => "a sum",
      );
    case "mult":
      return product(expression.of, value);
    case "max":
    case "min":
      return expression.of
        .map(value)
        .reduce((best, next) => Math[expression.kind as "max" | "min"](best, next));
    case "div":
      return quotient(value(expression.left), () => value(expression.right), expression.byZero);
    case "pow": {
      const [base, exponent] = [value(expression.base), value(expression.exponent)];
      return finite(base ** exponent, () => `${base}^${exponent}`);
    }
    case "lin_decay":
    case "exp_decay":
    case "gauss_decay":
      return decay(expression, Math.abs(value(expression.x) - value(expression.target)));
    default: {
      const of = value(expression.of);
      return finite(FUNCTIONS[expression.kind](of), () => `${expression.kind}(${of})`);
    }
  }
}

const FUNCTIONS = {
  neg: (x: number) => -x,
  abs: Math.abs,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log10: Math.log10,
  ln: Math.log,
  acosh: Math.acosh,
};

function product(factors: readonly Expression[], value: (of: Expression) => number): number {
  let product = 1;
  for (const factor of factors) {
    product *= value(factor);
    if (product === 0) return 0;
  }
  return finite(product, () => "a product");
}

function quotient(left: number, right: () => number, byZero: number | null): number {
  if (left === 0) return 0;
  const divisor = right();
  if (divisor === 0 && byZero !== null) return byZero;
  return finite(left / divisor, () => `${left}/${divisor}`);
}

function decay({ kind, scale, midpoint }: Decay, distance: number): number {
  if (kind === "lin_decay") return Math.max(0, 1 - (distance * (1 - midpoint)) / scale);
  const steps = kind === "exp_decay" ? distance / scale : (distance / scale) ** 2;
  return finite(Math.exp(steps * Math.log(midpoint)), () => kind);
}

function finite(value: number, expression: () => string): number {
  if (Number.isFinite(value)) return value;
  throw new NonFiniteResult(expression());
}

/** Returns the first value of the type at the path; an array stands for its items. */
function found<T extends number | GeoPoint>(
  { point }: ScoredCandidate,
  path: JsonPath,
  read: (value: JsonValue) => T | null,
  missing: T | null,
  type: string,
): T {
  for (const value of valuesAt(point.payload, path).flat()) {
    const own = read(value);
    if (own !== null) return own;
  }
  if (missing !== null) return missing;
  throw new InvalidArgument(
    `query.formula: point ${point.id} has no ${type} at '${path.text}'; give one in defaults`,
  );
}

function secondsOf(value: JsonValue): number | null {
  const microseconds = typeof value === "string" ? parseDatetime(value) : null;
  return microseconds === null ? null : microseconds / MICROSECONDS;
}
