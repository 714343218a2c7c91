// The chart of one measured curve: recall and its interval over ef, and behind it the cost, in vectors or time.
import type { ComponentProps } from "preact";
import { useMemo } from "preact/hooks";
import uPlot from "uplot";
import { shortCount } from "../../../kit/format.ts";
import { colour } from "../../../shell/theme.ts";
import { axisStyle, Plot } from "../../metrics/plot.tsx";
import { positionOf, recallText, STEPS } from "./scale.ts";
import type { MeasuredWalk } from "./tables.ts";

interface Props {
  readonly walks: readonly MeasuredWalk[];
  /** The recall that is asked for, marked by a line. */
  readonly asked: number | null;
  /** The ef that was chosen, marked by a line. */
  readonly ef: number | null;
  /** Formats the cost of a walk, which is what its bar shows. */
  readonly costText?: (cost: number) => string;
}

const HEIGHT = 220;
/** A recall from which on the scale is always drawn. */
const ALWAYS_SHOWN = 0.89;
/** The space beside the first and the last ef, as a factor. */
const MARGIN = 1.25;

export function RecallChart({ walks, asked, ef, costText = shortCount }: Props) {
  const lowest = Math.min(...walks.map(({ low }) => low), asked ?? 1, ALWAYS_SHOWN);
  const steps = [0, ...STEPS].filter((_, i) => lowest <= (STEPS[i] ?? 1));
  const data = useMemo((): uPlot.AlignedData => {
    const heights = (of: (walk: MeasuredWalk) => number) => walks.map((walk) => positionOf(of(walk), steps));
    return [
      walks.map((walk) => walk.ef),
      walks.map(({ compared }) => compared),
      heights(({ low }) => low),
      heights(({ recall }) => recall),
      walks.map(() => (asked === null ? null : positionOf(asked, steps))),
    ];
  }, [walks, asked]);
  return (
    <Plot
      key={`${steps.length} ${ef} ${walks.map((walk) => walk.ef).join()}`}
      height={HEIGHT}
      data={data}
      optionsOf={() => optionsFor(walks, ef, steps, costText)}
    />
  );
}

function optionsFor(
  walks: readonly MeasuredWalk[],
  ef: number | null,
  steps: readonly number[],
  costText: (cost: number) => string,
): ReturnType<ComponentProps<typeof Plot>["optionsOf"]> {
  const axis = axisStyle();
  const efs = walks.map((walk) => walk.ef);
  const [accent, amber] = [colour("accent"), colour("amber")];
  return {
    cursor: { show: false },
    scales: {
      x: { time: false, distr: 3, log: 2, range: [efs[0]! / MARGIN, efs.at(-1)! * MARGIN] },
      y: { range: [0, steps.length - 1] },
      cost: { range: (_plot, _least, most) => [0, most || 1] },
    },
    axes: [
      {
        ...axis,
        label: "ef",
        labelSize: 18,
        size: 24,
        grid: { show: false },
        splits: efs,
        values: efs.map(String),
      },
      { ...axis, splits: steps.map((_, i) => i), values: steps.map(recallText) },
      { ...axis, scale: "cost", side: 1, grid: { show: false }, values: (_, costs) => costs.map(costText) },
    ],
    series: [
      {},
      {
        scale: "cost",
        fill: axis.grid.stroke,
        paths: uPlot.paths.bars!({ size: [0.4, 16] }),
        points: { show: false },
      },
      { stroke: accent, width: 1, dash: [2, 3], points: { show: false } },
      { stroke: accent, width: 2, points: { show: true, fill: accent, size: 7 } },
      { stroke: amber, width: 1.5, dash: [5, 3], points: { show: false } },
    ],
    hooks: { draw: [(plot) => ef !== null && markEf(plot, ef, amber)] },
  };
}

/** Draws a line at an ef. */
function markEf(plot: uPlot, ef: number, stroke: string): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(ef, "x", true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.strokeStyle = stroke;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
}

/** Names a line or a bar of the chart, in the head of a table. */
export function Key({ of, name }: { of: "recall" | "time"; name: string }) {
  return (
    <>
      <span class={`search-key ${of}`} /> {name}
    </>
  );
}
