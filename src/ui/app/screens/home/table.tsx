// The table of collections with their figures and status.
import { useState } from "preact/hooks";
import type { Figures as CollectionFigures, Live } from "../../api/collections.ts";
import { Button } from "../../kit/button.tsx";
import { count, percent, plural } from "../../kit/format.ts";
import { MoreButton, useFirst } from "../../kit/more.tsx";
import { SortHead, type Sorting } from "../../kit/sort.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { tellFailure } from "../../kit/toast.tsx";
import { linkTo } from "../../shell/route.ts";
import { deleteCollection } from "./actions.ts";

type Column = "name" | "points" | "indexed" | "segments";

const FIGURES = {
  points: "points_count",
  indexed: "indexed_vectors_count",
  segments: "segments_count",
} as const;

interface Props {
  /** In the order of the names. */
  readonly listed: readonly Live[];
  onChange(): void;
}

export function Table({ listed, onChange }: Props) {
  const [sorting, setSorting] = useState<Sorting<Column>>({ by: "name", descending: false });
  const { shown, rest, more } = useFirst(sorted(listed, sorting));
  const head = { sorting, onSort: setSorting };
  return (
    <div class="card flush">
      <table class="collections-table">
        <thead>
          <tr>
            <SortHead column="name" {...head}>
              Name
            </SortHead>
            <th scope="col">State</th>
            <SortHead column="points" {...head} isFigure>
              Points
            </SortHead>
            <th scope="col">Vectors</th>
            <SortHead column="indexed" {...head} isFigure>
              Indexed
            </SortHead>
            <SortHead column="segments" {...head} isFigure>
              Segments
            </SortHead>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((collection) => (
            <Row key={collection.name} {...collection} onChange={onChange} />
          ))}
        </tbody>
      </table>
      <MoreButton rest={rest} onMore={more} />
    </div>
  );
}

function Row({ name, figures, onChange }: Live & Pick<Props, "onChange">) {
  return (
    <tr>
      <th scope="row" class="name">
        <a class="clamp" href={linkTo(["collections", name, "points"])} title={name}>
          {name}
        </a>
      </th>
      <Figures {...figures} />
      <td class="number">
        <Button
          icon="trash"
          needs="write"
          class="quiet"
          aria-label={`Delete ${name}`}
          title="Delete; it can be restored for an hour"
          onClick={() => deleteCollection(name, onChange).catch(tellFailure)}
        />
      </td>
    </tr>
  );
}

function Figures(figures: CollectionFigures) {
  const { status, warnings, points_count, segments_count } = figures;
  return (
    <>
      <td>
        <span class="row nowrap">
          <StatusBadge status={status} />
          {warnings && (
            <span class="badge amber" title={warnings.map(({ message }) => message).join("\n")}>
              {plural(warnings.length, "warning")}
            </span>
          )}
        </span>
      </td>
      <td class="number">{count(points_count)}</td>
      <td>
        <Vectors of={figures} />
      </td>
      <td class="number">
        <Indexed of={figures} />
      </td>
      <td class="number">{count(segments_count)}</td>
    </>
  );
}

const MAX_SHOWN_VECTORS = 3;

function Vectors({ of: { vectors } }: { of: CollectionFigures }) {
  const rest = vectors.slice(MAX_SHOWN_VECTORS);
  return (
    <ul class="whole">
      {vectors.slice(0, MAX_SHOWN_VECTORS).map(({ name, size, distance }) => (
        <li key={name}>
          {name && <code>{name}</code>} {count(size)} · {distance}
        </li>
      ))}
      {rest.length > 0 && (
        <li class="muted" title={rest.map(({ name }) => name).join(", ")}>
          and {rest.length} more
        </li>
      )}
    </ul>
  );
}

/** The share of vectors that are in an HNSW graph. */
function Indexed({ of }: { of: CollectionFigures }) {
  const indexed = of.indexed_vectors_count;
  const all = of.points_count * of.vectors.length;
  const isExact = indexed === 0 && all > 0;
  const title = isExact ? "Searches compare every vector: the collection is small" : undefined;
  return (
    <span title={title}>
      {count(indexed)}{" "}
      {all > 0 && <span class="muted small">{isExact ? "exact" : percent(Math.min(1, indexed / all))}</span>}
    </span>
  );
}

/** Sorts collections that are in the order of their names. */
function sorted(listed: readonly Live[], { by, descending }: Sorting<Column>): readonly Live[] {
  if (by === "name") return descending ? listed.toReversed() : listed;
  const sign = descending ? -1 : 1;
  const figure = FIGURES[by];
  return listed.toSorted((a, b) => sign * (a.figures[figure] - b.figures[figure]));
}
