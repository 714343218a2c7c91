// The map in words, for users who cannot see the picture: its dense regions, and the points around the centre of the
// view.

import { Button } from "../../../kit/button.tsx";
import { Fold } from "../../../kit/card.tsx";
import { percent, plural } from "../../../kit/format.ts";
import { Table } from "../../../kit/table.tsx";
import { Thing } from "../things/thing.tsx";
import { NO_VALUE, OTHER } from "./colours.ts";
import type { MapState } from "./use-map.ts";

const MAX_REGIONS = 6;

export function Words({ map }: { map: MapState }) {
  const { ids, regions, around, field } = map;
  const inRegions = regions.reduce((sum, { points }) => sum + points, 0);
  const value = { head: field, cell: (point: number) => fieldValueOf(map, point) };
  return (
    <Fold title="The map in words" about="Its dense regions, and the points around the middle of the view">
      <div class="stack">
        <p>
          {plural(ids.length, "point")} in {plural(regions.length, "dense region")}, with{" "}
          {percent(ids.length === 0 ? 0 : inRegions / ids.length)} of them.
        </p>
        {regions.length > 0 && (
          <ol class="stack tight">
            {regions.slice(0, MAX_REGIONS).map(({ points, example }) => (
              <li key={example}>
                {plural(points, "point")}, such as{" "}
                <Button class="inline" onClick={() => map.click(example)}>
                  {ids[example] !== undefined && <Thing id={ids[example]} short />}
                </Button>
              </li>
            ))}
          </ol>
        )}
        <h3>Points around the middle of the view</h3>
        {around.length === 0 ? (
          <p class="muted">No point is in view. Press 0 on the map to see all.</p>
        ) : (
          <div class="map-table">
            <Table
              class="dense"
              rows={around}
              keyOf={String}
              columns={[
                {
                  head: "Point",
                  cell: (point) => (
                    <Button
                      class="quiet slim"
                      onClick={() => map.click(point)}
                      onFocus={() => map.hover(point)}
                      onBlur={() => map.hover(-1)}
                    >
                      {ids[point] !== undefined && <Thing id={ids[point]} />}
                    </Button>
                  ),
                },
                ...(field === "" ? [] : [value]),
              ]}
            />
          </div>
        )}
      </div>
    </Fold>
  );
}

function fieldValueOf({ colours: { colouring, values } }: MapState, point: number): string {
  if (colouring.kind === "plain" || values === null) return "";
  const group = colouring.groups[point]!;
  if (group === NO_VALUE) return "no value";
  if (colouring.kind === "categories" && group !== OTHER) return colouring.categories[group]!.name;
  return String(values[point]);
}
