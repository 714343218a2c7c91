// The largest collections of the server.
import { count, plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { linkTo } from "../../shell/route.ts";
import { type Collections, isLive, type Known, type Listed } from "../collections/rows.ts";
import { Vectors } from "../collections/table.tsx";

const MAX_SHOWN_COLLECTIONS = 8;

export function LargestCollections({ collections: { value, known } }: { collections: Collections }) {
  const live = value?.filter(isLive) ?? [];
  const largest = live
    .toSorted((a, b) => pointsOf(b, known) - pointsOf(a, known))
    .slice(0, MAX_SHOWN_COLLECTIONS);
  const total = live.reduce((sum, collection) => sum + Math.max(0, pointsOf(collection, known)), 0);
  return (
    <section class="stack" aria-labelledby="largest-collections">
      <div class="row spread">
        <div class="row">
          <h2 id="largest-collections">Collections</h2>
          {value && (
            <span class="small muted">
              {plural(live.length, "collection")}, {plural(total, "point")}
            </span>
          )}
        </div>
        <a class="small" href={linkTo(["collections"])}>
          {live.length > MAX_SHOWN_COLLECTIONS
            ? `All ${count(live.length)} collections`
            : "Manage collections"}
        </a>
      </div>
      <ul class="grid home-collections">
        {value === undefined && <li class="card muted">…</li>}
        {largest.map(({ name }) => (
          <li key={name}>
            <Tile name={name} known={known.get(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ name, known }: { name: string; known: Known | undefined }) {
  return (
    <a class="card home-collection" href={linkTo(["collections", name, "points"])}>
      <span class="row spread">
        <strong class="break">{name}</strong>
        <Icon name="right" />
      </span>
      {known instanceof Error ? (
        <span class="small">{known.message}</span>
      ) : known === undefined ? (
        <span class="muted">…</span>
      ) : (
        <>
          <span class="home-points">{plural(known.points_count, "point")}</span>
          <span class="row spread small muted">
            <Vectors info={known} />
            <StatusBadge status={known.status} />
          </span>
        </>
      )}
    </a>
  );
}

/** Returns the number of points; -1 if it is not loaded yet. */
function pointsOf({ name }: Listed, known: ReadonlyMap<string, Known>): number {
  const info = known.get(name);
  return info === undefined || info instanceof Error ? -1 : info.points_count;
}
