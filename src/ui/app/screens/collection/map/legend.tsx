// The legend of the colours. One category can be shown alone.
import { count, shortCount } from "../../../kit/format.ts";
import { type Category, type Colouring, groupOfEntry, type Palette } from "./colours.ts";
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
    <ul class="plain map-list map-legend" aria-label="Legend">
      {colouring.categories.map((category, index) => {
        const group = groupOfEntry(category, index, palette);
        return (
          <li key={category.name}>
            <Entry
              category={category}
              isOnly={only === group}
              isFaint={only !== null && only !== group}
              onClick={() => onOnly(only === group ? null : group)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface EntryProps {
  readonly category: Category;
  readonly isOnly: boolean;
  readonly isFaint: boolean;
  onClick(): void;
}

function Entry({ category: { name, count: points, colour }, isOnly, isFaint, onClick }: EntryProps) {
  return (
    <button
      type="button"
      class={isFaint ? "quiet slim map-entry faint" : "quiet slim map-entry"}
      aria-pressed={isOnly}
      title={isOnly ? "Show all" : `Show only ${name}`}
      onClick={onClick}
    >
      <span class="map-swatch" style={{ background: cssOf(colour) }} />
      <span class="truncate">{name}</span>
      <span class="muted">{count(points)}</span>
    </button>
  );
}

function figure(value: number): string {
  return Math.abs(value) >= 10_000 ? shortCount(value) : String(Number(value.toPrecision(4)));
}
