// Facets: the values of a payload field, with the number of points that have each.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { optional } from "./optional.ts";
import { PathSchema } from "./point.ts";
import { LimitField, PayloadInteger } from "./query.ts";

export const FacetSchema = Type.Object({
  ...CollectionName,
  key: PathSchema,
  ...LimitField,
  filter: Type.Optional(FilterSchema),
  /** Without effect: counts are always exact. */
  exact: optional(Type.Boolean()),
});
export type Facet = Static<typeof FacetSchema>;

export const FacetResultSchema = Type.Object({
  hits: Type.Array(
    Type.Object({
      value: Type.Union([Type.String(), PayloadInteger, Type.Boolean()]),
      count: Type.Integer(),
    }),
  ),
});
