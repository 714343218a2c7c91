// One chart over time, drawn by uPlot on a canvas, and its figures as a table.
import type { ComponentProps } from "preact";
import { useMemo, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Card } from "../../kit/card.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { Table } from "../../kit/table.tsx";
import { timeOfDay } from "../../kit/time.tsx";
import { colour } from "../../shell/theme.ts";
import type { ChartKind } from "./charts.ts";
import type { Series } from "./history.ts";
import { axisStyle, Plot } from "./plot.tsx";

const HEIGHT = 190;
const COLOURS = 6;
/** The key of the cursor that all charts share. */
const CURSOR = "metrics";

interface Props {
  readonly kind: ChartKind;
  readonly series: Series;
  /** The seconds that are visible. */
  readonly span: number;
}

export function Chart({ kind, series, span }: Props) {
  const [hovered, setHovered] = useState<number | null>(null);
  const data = useMemo(() => dataOf(series), [series]);
  return (
    <Card class="metrics-card" title={kind.title} aside={<span class="muted small">{kind.unit}</span>}>
      <Plot
        key={[span, ...series.lines.map(({ name }) => name)].join("\n")}
        height={HEIGHT}
        data={data}
        optionsOf={() => optionsFor(kind, series, span, setHovered)}
      />
      <Figures {...{ kind, series, hovered }} />
    </Card>
  );
}

type FiguresProps = Omit<Props, "span"> & { readonly hovered: number | null };

/** The value of each line at the hovered time, or now, with its name: a colour is never the only information. */
function Figures({ kind, series: { times, lines }, hovered }: FiguresProps) {
  const time = hovered === null ? undefined : times[hovered];
  return (
    <Scroll label="Now and peak">
      <Table
        class="metrics-latest"
        caption={`${kind.title}, now and peak`}
        rows={lines}
        columns={[
          {
            head: "Series",
            isName: true,
            cell: ({ name }, i) => (
              <>
                <span class="metrics-swatch" style={{ background: `var(--${colourOf(i)})` }} />
                <bdi>{name}</bdi>
              </>
            ),
          },
          {
            head: time === undefined ? "Now" : clock(time),
            isNumber: true,
            cell: ({ values }) => shown(values.at(time === undefined ? -1 : hovered!), kind),
          },
          { head: "Peak", isNumber: true, cell: ({ values }) => shown(maxOf(values), kind) },
        ]}
      />
    </Scroll>
  );
}

function colourOf(line: number): string {
  return `data-${(line % COLOURS) + 1}`;
}

function shown(value: number | null | undefined, { format }: ChartKind): string {
  return value === null || value === undefined ? "–" : format(value);
}

function maxOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function dataOf({ times, lines }: Series): uPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])];
}

/** @param onHover takes the position of the hovered time among the times; null: none */
function optionsFor(
  kind: ChartKind,
  { lines }: Series,
  span: number,
  onHover: (at: number | null) => void,
): ReturnType<ComponentProps<typeof Plot>["optionsOf"]> {
  const axis = axisStyle();
  const range = ({ data: [times] }: uPlot): [number, number] => {
    const end = times.at(-1) ?? 0;
    return [end - span, end];
  };
  return {
    padding: [8, 36, 0, 0],
    cursor: { sync: { key: CURSOR }, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { range }, y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      { ...axis, size: 30, space: 75, values: (_plot, times) => times.map(clock) },
      { ...axis, size: 68, space: 34, values: (_plot, values) => values.map((value) => kind.format(value)) },
    ],
    series: [
      {},
      ...lines.map(({ name }, i) => ({
        label: name,
        stroke: colour(colourOf(i)),
        width: 1.75,
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx, left = -1 } }) => onHover(left < 0 ? null : (idx ?? null))] },
  };
}

function clock(seconds: number): string {
  return timeOfDay(new Date(seconds * 1000));
}
