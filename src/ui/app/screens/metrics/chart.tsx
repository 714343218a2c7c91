// One chart over time, drawn by uPlot on a canvas, and its figures as a table.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { Card } from "../../kit/card.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { Table } from "../../kit/table.tsx";
import { timeOfDay } from "../../kit/time.tsx";
import { colour, scheme } from "../../shell/theme.ts";
import type { ChartKind } from "./charts.ts";
import type { Series } from "./history.ts";

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
  return (
    <Card class="metrics-card" title={kind.title} aside={<span class="muted small">{kind.unit}</span>}>
      <Canvas
        key={series.lines.map(({ name }) => name).join("\n")}
        {...{ kind, series, span }}
        onCursor={setHovered}
      />
      <Figures {...{ kind, series, hovered }} />
    </Card>
  );
}

interface CanvasProps extends Props {
  /** Is called with the position of the hovered time among the times; null: none. */
  onCursor(at: number | null): void;
}

function Canvas({ kind, series, span, onCursor }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const shownScheme = scheme.value;
  const latest = useRef({ series, span });
  latest.current = { series, span };
  useEffect(() => {
    const element = host.current!;
    const range = (): [number, number] => {
      const end = latest.current.series.times.at(-1) ?? 0;
      return [end - latest.current.span, end];
    };
    const hooks: uPlot.Options["hooks"] = {
      setCursor: [({ cursor: { idx, left = -1 } }) => onCursor(left < 0 ? null : (idx ?? null))],
    };
    const made = new uPlot(
      { ...optionsFor(kind, series, range), width: element.clientWidth, hooks },
      dataOf(series),
      element,
    );
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, [shownScheme, kind]);
  useEffect(() => plot.current?.setData(dataOf(series)), [series, span]);
  return <div ref={host} class="metrics-plot" aria-hidden="true" />;
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

function optionsFor(
  kind: ChartKind,
  { lines }: Series,
  range: () => [number, number],
): Omit<uPlot.Options, "width"> {
  const axis = {
    stroke: colour("muted"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    height: HEIGHT,
    padding: [8, 36, 0, 0],
    legend: { show: false },
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
  };
}

function clock(seconds: number): string {
  return timeOfDay(new Date(seconds * 1000));
}
