// A hook that computes the colours of the points of a map from the values of a field and the current theme.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { colour, scheme } from "../../../shell/theme.ts";
import { colouringOf, type Emphasis, groupColours, mixed, type Palette, paint, type Rgb } from "./colours.ts";
import type { MarkColours } from "./marks.ts";
import type { Projection } from "./projection.ts";

/** Hues that remain distinguishable with colour blindness. */
const HUES = 8;
/** Further categories have a paler hue, then a darker one; labels on the map tell which is which. */
const TIERS = [
  { towards: "surface", share: 0 },
  { towards: "surface", share: 0.5 },
  { towards: "ink", share: 0.45 },
];
const SCALE = 5;

export type Colours = ReturnType<typeof useColours>;

/** @param asked the response with the values of the field */
export function useColours(
  ids: readonly PointId[],
  asked: Projection | null,
  { selected, gone }: Pick<Emphasis, "selected" | "gone">,
) {
  const [only, setOnly] = useState<number | null>(null);
  const shownScheme = scheme.value;
  const palette = useMemo(currentPalette, [shownScheme]);
  const values = useMemo(() => valuesFor(ids, asked), [ids, asked]);
  const colouring = useMemo(() => colouringOf(values, palette), [values, palette]);
  useEffect(() => setOnly(null), [values]);
  const rgba = useMemo(() => {
    const groups = colouring.kind === "plain" ? null : colouring.groups;
    return paint(ids.length, groups, groupColours(colouring, palette), { only, selected, gone });
  }, [ids, colouring, palette, only, selected, gone]);
  return {
    palette,
    colouring,
    /** The value of each point of the map; null without a field. */
    values,
    /** The one group that is shown, or null. */
    only,
    rgba,
    setOnly,
  };
}

/**
 * Returns the values in the order of the map's points. They were requested separately, so a write may have changed the
 * points.
 */
function valuesFor(ids: readonly PointId[], asked: Projection | null): readonly unknown[] | null {
  if (asked === null || asked.values === null) return null;
  const { values } = asked;
  const byId = new Map(asked.ids.map((id, index) => [id, values[index]]));
  return ids.map((id) => byId.get(id) ?? null);
}

function currentPalette(): Palette {
  return {
    plain: rgb("accent"),
    other: rgb("line-strong"),
    categories: TIERS.flatMap(({ towards, share }) =>
      Array.from({ length: HUES }, (_, i) => mixed(rgb(`data-${i + 1}`), rgb(towards), share)),
    ),
    scale: Array.from({ length: SCALE }, (_, i) => rgb(`scale-${i + 1}`)),
  };
}

export function currentMarks(): MarkColours {
  return {
    line: colour("muted"),
    ring: colour("ink"),
    fill: cssOf(rgb("accent"), 0.12),
    halo: colour("surface"),
  };
}

export function cssOf([red, green, blue]: Rgb, opacity = 1): string {
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

function rgb(name: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour(name).match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
