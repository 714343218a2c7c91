// Codecs of selectors: the points of a write, and the parts of points that are shown.
import type {
  PayloadExcludeSelector,
  PayloadIncludeSelector,
  PointsIdsList,
  PointsSelector,
  VectorsSelector,
  WithPayloadSelector,
  WithVectorsSelector,
} from "../gen/azimuth.d.ts";
import { type Codec, choice, flag, type Json, keyed, list, only, text } from "./codec.ts";
import { filter } from "./filters.ts";
import { pointId } from "./vectors.ts";

export const names: Codec<VectorsSelector> = only("names", list(text));

const ids: Codec<PointsIdsList> = only("ids", list(pointId));
type SelectorKind = NonNullable<PointsSelector["points_selector_one_of"]>;

/** `points` or `filter`, which are members of the request itself. */
export const selection: Codec<PointsSelector> = keyed<"points_selector_one_of", SelectorKind>(
  "points_selector_one_of",
  { points: ids, filter },
);

type PayloadKind = NonNullable<WithPayloadSelector["selector_options"]>;
const payloadKind = choice<PayloadKind>({
  enable: flag,
  include: only("fields", list(text)) as Codec<PayloadIncludeSelector>,
  exclude: only("fields", list(text)) as Codec<PayloadExcludeSelector>,
});

export const withPayload: Codec<WithPayloadSelector> = {
  read({ selector_options: kind }, where) {
    const value = payloadKind.read(kind, where);
    return kind!.$case === "enable" ? value : { [kind!.$case]: value };
  },
  write(json) {
    if (typeof json === "boolean") return { selector_options: payloadKind.write("enable", json) };
    const { include, exclude } = (Array.isArray(json) ? { include: json } : json) as Json;
    const kind = include ? payloadKind.write("include", include) : payloadKind.write("exclude", exclude);
    return { selector_options: kind };
  },
};

type VectorsKind = NonNullable<WithVectorsSelector["selector_options"]>;
const vectorsKind = choice<VectorsKind>({ enable: flag, include: names });

export const withVectors: Codec<WithVectorsSelector> = {
  read: ({ selector_options: kind }, where) => vectorsKind.read(kind, where),
  write: (json) => ({
    selector_options: vectorsKind.write(Array.isArray(json) ? "include" : "enable", json),
  }),
};
