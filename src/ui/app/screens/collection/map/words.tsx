// The map in words, for users who cannot see the picture: its dense regions, and the points around the centre of the
// view.
import type { PointId } from "../../../api/types.ts";
import { count, percent, plural } from "../../../kit/format.ts";
import { Thing } from "../things/thing.tsx";
import type { Region } from "./clusters.ts";
import { type Colouring, NO_VALUE, OTHER } from "./colours.ts";

const MAX_REGIONS = 6;

interface Props {
  readonly collection: string;
  readonly ids: readonly PointId[];
  readonly regions: readonly Region[];
  readonly colouring: Colouring;
  readonly values: readonly unknown[] | null;
  readonly field: string;
  /** The points from the centre of the view outwards. */
  readonly around: readonly number[];
  onPoint(point: number): void;
  onHover(point: number): void;
}

export function Words(props: Props) {
  const { collection, ids, regions, around, field, onPoint, onHover } = props;
  const inRegions = regions.reduce((sum, { points }) => sum + points, 0);
  return (
    <details class="card map-words">
      <summary>The map in words</summary>
      <div class="stack">
        <p>
          {plural(ids.length, "point")} in {plural(regions.length, "dense region")}, which hold{" "}
          {percent(ids.length === 0 ? 0 : inRegions / ids.length)} of them.
        </p>
        {regions.length > 0 && (
          <ol class="map-regions">
            {regions.slice(0, MAX_REGIONS).map(({ points, example }) => (
              <li key={example}>
                {count(points)} points, such as{" "}
                <button type="button" class="inline" onClick={() => onPoint(example)}>
                  {ids[example] !== undefined && <Thing collection={collection} id={ids[example]} short />}
                </button>
              </li>
            ))}
          </ol>
        )}
        <h3>Points around the middle of the view</h3>
        {around.length === 0 ? (
          <p class="muted">No point is in view. Press 0 on the map to see all.</p>
        ) : (
          <div class="map-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Point</th>
                  {field !== "" && <th scope="col">{field}</th>}
                </tr>
              </thead>
              <tbody>
                {around.map((point) => (
                  <tr key={point}>
                    <td>
                      <button
                        type="button"
                        class="quiet"
                        onClick={() => onPoint(point)}
                        onFocus={() => onHover(point)}
                        onBlur={() => onHover(-1)}
                      >
                        {ids[point] !== undefined && <Thing collection={collection} id={ids[point]} />}
                      </button>
                    </td>
                    {field !== "" && <td>{groupName(props, point)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </details>
  );
}

function groupName({ colouring, values }: Props, point: number): string {
  if (colouring.kind === "plain" || values === null) return "";
  const group = colouring.groups[point]!;
  if (group === NO_VALUE) return "no value";
  if (colouring.kind === "categories" && group !== OTHER) return colouring.categories[group]!.name;
  return String(values[point]);
}
