// The table of collections with their figures and status.
import type { Figures, Live } from "../../api/collections.ts";
import { Button } from "../../kit/button.tsx";
import { count, percent, plural } from "../../kit/format.ts";
import { StatusBadge } from "../../kit/status.tsx";
import { type Column, Table } from "../../kit/table.tsx";
import { tellFailure } from "../../kit/toast.tsx";
import { linkTo } from "../../shell/route.ts";
import { deleteCollection } from "./deleted.tsx";

interface Props {
  /** In the order of the names. */
  readonly listed: readonly Live[];
  onChange(): void;
}

export function CollectionTable({ listed, onChange }: Props) {
  return (
    <div class="card flush">
      <Table
        rows={listed}
        keyOf={({ name }) => name}
        columns={[
          {
            head: "Name",
            isName: true,
            class: "name",
            rank: (_, at) => at,
            cell: ({ name }) => (
              <a class="clamp" href={linkTo(["collections", name, "points"])} title={name}>
                {name}
              </a>
            ),
          },
          { head: "State", cell: ({ figures }) => <State of={figures} /> },
          number("Points", ({ points_count }) => points_count),
          { head: "Vectors", cell: ({ figures }) => <Vectors of={figures} /> },
          {
            ...number("Indexed", ({ indexed_vectors_count }) => indexed_vectors_count),
            cell: ({ figures }) => <Indexed of={figures} />,
          },
          number("Segments", ({ segments_count }) => segments_count),
          {
            head: "Actions",
            isHidden: true,
            class: "number",
            cell: ({ name }) => (
              <Button
                icon="trash"
                needs="write"
                class="quiet"
                aria-label={`Delete ${name}`}
                title="Delete; it can be restored for an hour"
                onClick={() => deleteCollection(name, onChange).catch(tellFailure)}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function number(head: string, figureOf: (figures: Figures) => number): Column<Live> {
  const rank = ({ figures }: Live) => figureOf(figures);
  return { head, isNumber: true, rank, cell: (row) => count(rank(row)) };
}

function State({ of: { status, warnings } }: { of: Figures }) {
  return (
    <span class="row nowrap">
      <StatusBadge status={status} />
      {warnings && (
        <span class="badge amber" title={warnings.map(({ message }) => message).join("\n")}>
          {plural(warnings.length, "warning")}
        </span>
      )}
    </span>
  );
}

const MAX_SHOWN_VECTORS = 3;

function Vectors({ of: { vectors } }: { of: Figures }) {
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
function Indexed({ of }: { of: Figures }) {
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
