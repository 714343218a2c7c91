// Codecs of formulas: they convert messages to the JSON that service/query/expression.ts reads.
import type {
  Expression,
  MaxExpression,
  MinExpression,
  MultExpression,
  SumExpression,
} from "../gen/azimuth.d.ts";
import { messages } from "../wire/messages.ts";
import { type Codec, choice, finite, type Json, lazy, list, only, text } from "./codec.ts";
import { condition } from "./filters.ts";
import { record } from "./record.ts";
import { plainObject } from "./values.ts";

type Kind = NonNullable<Expression["variant"]>;

const inner = lazy((): Codec<Expression> => expression);
const decay = record(messages.DecayParamsExpression, { x: inner, target: inner });

/** Kinds that JSON writes as the bare value; all others are in an object with their name as key. */
const BARE: readonly Kind["$case"][] = ["constant", "variable", "condition"];

const kind = choice<Kind>({
  constant: finite,
  variable: text,
  condition,
  geo_distance: record(messages.GeoDistance),
  datetime: text,
  datetime_key: text,
  mult: only("mult", list(inner)) as Codec<MultExpression>,
  sum: only("sum", list(inner)) as Codec<SumExpression>,
  div: record(messages.DivExpression, { left: inner, right: inner }),
  neg: inner,
  abs: inner,
  sqrt: inner,
  pow: record(messages.PowExpression, { base: inner, exponent: inner }),
  exp: inner,
  log10: inner,
  ln: inner,
  exp_decay: decay,
  gauss_decay: decay,
  lin_decay: decay,
  acosh: inner,
  max: only("max", list(inner)) as Codec<MaxExpression>,
  min: only("min", list(inner)) as Codec<MinExpression>,
});

const NAMES: readonly Kind["$case"][] = [
  "geo_distance",
  "datetime",
  "datetime_key",
  "mult",
  "sum",
  "div",
  "neg",
  "abs",
  "sqrt",
  "pow",
  "exp",
  "log10",
  "ln",
  "exp_decay",
  "gauss_decay",
  "lin_decay",
  "acosh",
  "max",
  "min",
];

const expression: Codec<Expression> = {
  read({ variant }, where) {
    const json = kind.read(variant, where);
    return BARE.includes(variant!.$case) ? json : { [variant!.$case]: json };
  },
  write(json) {
    if (typeof json === "string") return { variant: kind.write("variable", json) };
    if (typeof json !== "object") return { variant: kind.write("constant", json) };
    const name = NAMES.find((known) => known in (json as Json));
    return { variant: name ? kind.write(name, (json as Json)[name]) : kind.write("condition", json) };
  },
};

/** `formula` and `defaults`, which are two members of a query. */
export const formula = record(
  messages.Formula,
  { expression, defaults: plainObject },
  { expression: "formula" },
);
