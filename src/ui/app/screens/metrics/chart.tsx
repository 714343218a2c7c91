// One chart over time, drawn by uPlot on a canvas, and its figures as a table for screen readers.
import { useEffect, useRef } from "preact/hooks";
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
  return (
    <Card class="metrics-card" title={kind.title} aside={<span class="muted small">{kind.unit}</span>}>
      <Canvas key={series.lines.map(({ name }) => name).join("\n")} {...{ kind, series, span }} />
      <Latest kind={kind} series={series} />
    </Card>
  );
}

function Canvas({ kind, series, span }: Props) {
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
    const made = new uPlot(optionsFor(kind, series, element.clientWidth, range), dataOf(series), element);
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

/** The current value of each line with its name, because a colour is never the only information. */
function Latest({ kind, series }: { kind: ChartKind; series: Series }) {
  return (
    <Scroll label="Now and peak">
      <Table
        class="metrics-latest"
        caption={`${kind.title}, now and peak`}
        rows={series.lines}
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
          { head: "Now", isNumber: true, cell: ({ values }) => shown(values.at(-1), kind) },
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
  width: number,
  range: () => [number, number],
): uPlot.Options {
  const axis = {
    stroke: colour("muted"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: Math.max(50, width),
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
    plugins: [tooltip(kind, lines)],
  };
}

function clock(seconds: number): string {
  return timeOfDay(new Date(seconds * 1000));
}

/** Shows the figures at the hovered time. */
function tooltip(kind: ChartKind, lines: Series["lines"]): uPlot.Plugin {
  const box = document.createElement("div");
  box.className = "floating float metrics-tip";
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: (plot) => {
        const { idx, left = -1 } = plot.cursor;
        const time = idx === null || idx === undefined ? undefined : plot.data[0][idx];
        box.hidden = left < 0 || time === undefined;
        if (box.hidden || time === undefined) return;
        const rows = lines.map(({ name }, i) => `${name}  ${shown(plot.data[i + 1]![idx!], kind)}`);
        box.textContent = [clock(time), ...rows].join("\n");
        box.style.left = left > plot.over.clientWidth / 2 ? "" : `${left + 12}px`;
        box.style.right = left > plot.over.clientWidth / 2 ? `${plot.over.clientWidth - left + 12}px` : "";
      },
    },
  };
}
