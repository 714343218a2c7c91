// The largest collections of the server.
import { type Collections, isLive, type Live } from "../../api/collections.ts";
import { count, plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { linkTo } from "../../shell/route.ts";
import { Vectors } from "../collections/table.tsx";

const MAX_SHOWN_COLLECTIONS = 8;

export function LargestCollections({ all }: { all: Collections["value"] }) {
  const live = all?.filter(isLive) ?? [];
  const largest = live
    .toSorted((a, b) => b.figures.points_count - a.figures.points_count)
    .slice(0, MAX_SHOWN_COLLECTIONS);
  const total = live.reduce((sum, { figures }) => sum + figures.points_count, 0);
  return (
    <section class="stack" aria-labelledby="largest-collections">
      <div class="row spread">
        <div class="row">
          <h2 id="largest-collections">Collections</h2>
          {all && (
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
        {all === undefined && <li class="card muted">…</li>}
        {largest.map((collection) => (
          <li key={collection.name}>
            <Tile {...collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ name, figures }: Live) {
  return (
    <a class="card home-collection" href={linkTo(["collections", name, "points"])}>
      <span class="row spread">
        <strong class="break">{name}</strong>
        <Icon name="right" />
      </span>
      <span class="home-points">{plural(figures.points_count, "point")}</span>
      <span class="row spread small muted">
        <Vectors of={figures} />
        <StatusBadge status={figures.status} />
      </span>
    </a>
  );
}
