// The colours of points in the current theme.
import { colour } from "../../../shell/theme.ts";
import type { Palette, Rgb } from "./colours.ts";
import type { MarkColours } from "./marks.ts";

const CATEGORIES = 8;
const SCALE = 5;

export function currentPalette(): Palette {
  return {
    plain: rgb("accent"),
    other: rgb("line-strong"),
    categories: Array.from({ length: CATEGORIES }, (_, i) => rgb(`data-${i + 1}`)),
    scale: Array.from({ length: SCALE }, (_, i) => rgb(`scale-${i + 1}`)),
  };
}

export function currentMarks(): MarkColours {
  return { line: colour("muted"), ring: colour("ink"), fill: cssOf(rgb("accent"), 0.12) };
}

export function cssOf([red, green, blue]: Rgb, opacity = 1): string {
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

function rgb(name: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour(name).match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
