// A hook that computes the colours of the points of a map from the values of a field and the current theme.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { scheme } from "../../../shell/theme.ts";
import { type Colouring, colouringOf, groupColours, type Palette } from "./colours.ts";
import { type Emphasis, paint } from "./paint.ts";
import { currentPalette } from "./palette.ts";
import type { Projection } from "./projection.ts";

export interface Colours {
  readonly palette: Palette;
  readonly colouring: Colouring;
  /** The value of each point of the map; null without a field. */
  readonly values: readonly unknown[] | null;
  /** The one group that is shown, or null. */
  readonly only: number | null;
  readonly rgba: Uint8Array<ArrayBuffer>;
  setOnly(group: number | null): void;
}

/** @param asked the response with the values of the field */
export function useColours(
  ids: readonly PointId[],
  asked: Projection | null,
  { selected, gone }: Pick<Emphasis, "selected" | "gone">,
): Colours {
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
  return { palette, colouring, values, only, rgba, setOnly };
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
