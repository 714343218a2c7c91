// The measured recall of one vector's graphs over ef, as a chart and a table, for a k and a class of filters to choose.
import { useState } from "preact/hooks";
import { count, plural } from "../../../kit/format.ts";
import { Choice } from "../../../kit/inputs.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { Table } from "../../../kit/table.tsx";
import { Ago } from "../../../kit/time.tsx";
import { Key, RecallChart } from "./chart.tsx";
import { recallText } from "./scale.ts";
import {
  curveOf,
  levelsOf,
  type MeasuredWalk,
  nearestCurve,
  neighboursOf,
  queriesText,
  type RecallTable,
  sharesOf,
  shareText,
} from "./tables.ts";

interface Props {
  /** The vector, for screen readers. */
  readonly about: string;
  /** One for each segment, at least one. */
  readonly tables: readonly RecallTable[];
  readonly asked: number | null;
  readonly ef?: number | null;
  /** The segment, k and share that are shown first. */
  readonly first: { readonly table: RecallTable; readonly k: number; readonly share: number };
}

export function RecallCurve({ about, tables, asked, ef = null, first }: Props) {
  const [at, setAt] = useState(tables.indexOf(first.table));
  const table = tables[at] ?? tables[0]!;
  const nearest = nearestCurve(table, first.k, first.share);
  const [k, setK] = useState(nearest.k);
  const [share, setShare] = useState(nearest.share);
  const walks = curveOf(table, k, share)?.walks ?? [];
  return (
    <div class="stack">
      <div class="row">
        <Segmented
          label="Nearest points"
          choices={levelsOf(table).map((level) => ({ id: String(level), name: `k ${level}` }))}
          current={String(k)}
          onChange={(level) => setK(Number(level))}
        />
        <Segmented
          label="Points that match the filter"
          choices={sharesOf(table).map((one) => ({ id: String(one), name: shareText(one) }))}
          current={String(share)}
          onChange={(one) => setShare(Number(one))}
        />
        {tables.length > 1 && (
          <Choice
            label="Measured segment"
            choices={Object.fromEntries(
              tables.map(({ points }, i) => [i, `Segment ${i + 1}, ${plural(points, "point")}`]),
            )}
            value={String(at)}
            onChange={(chosen) => setAt(Number(chosen))}
          />
        )}
      </div>
      {walks.length === 0 ? (
        <p class="muted">Nothing was measured for these.</p>
      ) : (
        <div class="search-curve">
          <RecallChart walks={walks} asked={asked} ef={ef} />
          <Figures caption={`${about}, k ${k}, ${shareText(share)}`} {...{ walks, asked, ef }} />
        </div>
      )}
      <p class="small muted">
        Means over {queriesText(table)}, measured <Ago at={table.measured} /> among{" "}
        {plural(table.points, "point")}. At least: the lower end of the 95% interval of the mean.
      </p>
    </div>
  );
}

interface FiguresProps {
  readonly caption: string;
  readonly walks: readonly MeasuredWalk[];
  readonly asked: number | null;
  readonly ef: number | null;
}

/** The figures of each walk. Those next to the chosen ef are emphasized, or the first that is enough. */
function Figures({ caption, walks, asked, ef }: FiguresProps) {
  const { below, above } = neighboursOf({ walks }, ef ?? 0);
  const enough = asked === null ? undefined : walks.find(({ recall }) => recall >= asked);
  const isNear = (walk: MeasuredWalk): boolean =>
    ef === null ? walk === enough : walk === below || walk === above;
  return (
    <Table
      class="dense recall-figures"
      caption={caption}
      rows={walks}
      rowClass={(walk) => (isNear(walk) ? "near" : undefined)}
      columns={[
        { head: "ef", isNumber: true, cell: ({ ef }) => count(ef) },
        {
          head: <Key of="recall" name="Recall" />,
          isNumber: true,
          cell: ({ recall }) => recallText(recall),
        },
        { head: "At least", isNumber: true, cell: ({ low }) => recallText(low) },
        {
          head: <Key of="time" name="Visited" />,
          isNumber: true,
          cell: ({ compared }) => count(compared),
        },
      ]}
    />
  );
}
