// The table of collections with their figures and status.
// The decision: the figures of the visible rows are loaded, and those of all collections only to sort by one.
import { useState } from "preact/hooks";
import { count, percent, plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { MoreButton, useFirst } from "../../kit/more.tsx";
import { SortHead, type Sorting } from "../../kit/sort.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { tellFailure } from "../../kit/toast.tsx";
import { linkTo } from "../../shell/route.ts";
import { type Info, vectorsOf } from "../collection/info.ts";
import { deleteCollection } from "./actions.ts";
import { figures, type Known, useFigureLoading } from "./figures.ts";

type Column = "name" | "points" | "indexed" | "segments";

const FIGURES: Readonly<Record<Exclude<Column, "name">, (info: Info) => number>> = {
  points: (info) => info.points_count,
  indexed: (info) => info.indexed_vectors_count,
  segments: (info) => info.segments_count,
};

interface Props {
  /** In the order of the names. */
  readonly names: readonly string[];
  onChange(): void;
}

export function Table({ names, onChange }: Props) {
  const [sorting, setSorting] = useState<Sorting<Column>>({ by: "name", descending: false });
  const known = figures.value;
  const { shown, rest, more } = useFirst(sorted(names, known, sorting));
  useFigureLoading(sorting.by === "name" ? shown : names);
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
          {shown.map((name) => (
            <Row key={name} name={name} known={known.get(name)} onChange={onChange} />
          ))}
        </tbody>
      </table>
      <MoreButton rest={rest} onMore={more} />
    </div>
  );
}

function Row({ name, known, onChange }: { name: string; known: Known | undefined; onChange: () => void }) {
  return (
    <tr>
      <th scope="row" class="collections-name">
        <a class="clamp" href={linkTo(["collections", name, "points"])} title={name}>
          {name}
        </a>
      </th>
      {known instanceof Error ? (
        <td colSpan={5} class="collections-failure">
          {known.message}
        </td>
      ) : (
        <Figures info={known} />
      )}
      <td class="number">
        <button
          type="button"
          class="quiet"
          aria-label={`Delete ${name}`}
          title="Delete; it can be restored for an hour"
          onClick={() => deleteCollection(name, onChange).catch(tellFailure)}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}

function Figures({ info }: { info: Info | undefined }) {
  if (!info) {
    return (
      <td colSpan={5} class="muted">
        …
      </td>
    );
  }
  return (
    <>
      <td>
        <span class="row collections-state">
          <StatusBadge status={info.status} />
          {info.warnings && (
            <span class="badge amber" title={info.warnings.map(({ message }) => message).join("\n")}>
              {plural(info.warnings.length, "warning")}
            </span>
          )}
        </span>
      </td>
      <td class="number">{count(info.points_count)}</td>
      <td>
        <Vectors info={info} />
      </td>
      <td class="number">
        <Indexed info={info} />
      </td>
      <td class="number">{count(info.segments_count)}</td>
    </>
  );
}

const MAX_SHOWN_VECTORS = 3;

export function Vectors({ info }: { info: Info }) {
  const all = [...vectorsOf(info)];
  const rest = all.slice(MAX_SHOWN_VECTORS);
  return (
    <ul class="collections-vectors">
      {all.slice(0, MAX_SHOWN_VECTORS).map(([name, { size, distance }]) => (
        <li key={name}>
          {name && <code>{name}</code>} {count(size)} · {distance}
        </li>
      ))}
      {rest.length > 0 && (
        <li class="muted" title={rest.map(([name]) => name).join(", ")}>
          and {rest.length} more
        </li>
      )}
    </ul>
  );
}

/** The share of vectors that are in an HNSW graph. */
function Indexed({ info }: { info: Info }) {
  const indexed = info.indexed_vectors_count;
  const all = info.points_count * vectorsOf(info).size;
  const isExact = indexed === 0 && all > 0;
  const title = isExact ? "Searches compare every vector: the collection is small" : undefined;
  return (
    <span title={title}>
      {count(indexed)}{" "}
      {all > 0 && <span class="muted small">{isExact ? "exact" : percent(Math.min(1, indexed / all))}</span>}
    </span>
  );
}

/** Sorts the names. Those without figures come last in both directions. */
function sorted(
  names: readonly string[],
  known: ReadonlyMap<string, Known>,
  { by, descending }: Sorting<Column>,
): readonly string[] {
  if (by === "name") return descending ? names.toReversed() : names;
  const sign = descending ? -1 : 1;
  const figureOf = (name: string): number => {
    const info = known.get(name);
    return info === undefined || info instanceof Error ? Number.POSITIVE_INFINITY : sign * FIGURES[by](info);
  };
  const keys = new Map(names.map((name) => [name, figureOf(name)]));
  return names.toSorted((a, b) => {
    const [left, right] = [keys.get(a)!, keys.get(b)!];
    return left === right ? 0 : left - right;
  });
}
