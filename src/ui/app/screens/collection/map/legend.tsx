// The legend of the colours. One category can be shown alone.

import { Button } from "../../../kit/button.tsx";
import { count, shortCount } from "../../../kit/format.ts";
import type { Colouring, Palette } from "./colours.ts";
import { cssOf } from "./use-colours.ts";

interface Props {
  readonly colouring: Colouring;
  readonly palette: Palette;
  readonly only: number | null;
  onOnly(group: number | null): void;
}

export function Legend({ colouring, palette, only, onOnly }: Props) {
  if (colouring.kind === "plain") return null;
  if (colouring.kind === "scale") {
    const stops = palette.scale.map((colour) => cssOf(colour)).join(", ");
    return (
      <figure>
        <div class="map-scale-bar" style={{ background: `linear-gradient(to right, ${stops})` }} />
        <figcaption class="row spread small">
          <span>{figure(colouring.low)}</span>
          <span class="muted">2% to 98% of the values</span>
          <span>{figure(colouring.high)}</span>
        </figcaption>
      </figure>
    );
  }
  return (
    <ul class="map-list map-legend" aria-label="Legend">
      {colouring.categories.map(({ name, group, count: points, colour }) => (
        <li key={name}>
          <Button
            class={`quiet slim map-entry ${only !== null && only !== group ? "faint" : ""}`}
            aria-pressed={only === group}
            title={only === group ? "Show all" : `Show only ${name}`}
            onClick={() => onOnly(only === group ? null : group)}
          >
            <span class="map-swatch" style={{ background: cssOf(colour) }} />
            <span class="truncate">{name}</span>
            <span class="muted">{count(points)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function figure(value: number): string {
  return Math.abs(value) >= 10_000 ? shortCount(value) : String(Number(value.toPrecision(4)));
}
