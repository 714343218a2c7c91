// The chart of one measured curve: recall and its interval over ef, and behind it the cost, in vectors or time.
// The decision: it is hidden from screen readers, because the table beside it has all figures.
import { count, shortCount } from "../../../kit/format.ts";
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

const WIDE = 430;
const HIGH = 220;
const LEFT = 44;
const RIGHT = 48;
const TOP = 16;
const BOTTOM = 34;
const HALF_BAR = 8;
const HALF_CAP = 4;
/** The part of the height that the longest bar takes. */
const BAR_PART = 0.9;

/** A recall from which on the scale is always drawn. */
const ALWAYS_SHOWN = 0.89;

interface Scales {
  /** The steps of recall from the lowest that is needed. */
  readonly steps: readonly number[];
  x(ef: number): number;
  y(recall: number): number;
}

export function RecallChart({ walks, asked, ef, costText = shortCount }: Props) {
  const scales = scalesOf(walks, asked);
  const { x, y, steps } = scales;
  const marked = ef === null || ef < walks[0]!.ef || ef > walks.at(-1)!.ef ? null : ef;
  return (
    <svg class="recall-chart" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
      <Costs walks={walks} x={x} costText={costText} />
      {steps.map((step) => (
        <g key={step}>
          <line class="axis" x1={LEFT} x2={WIDE - RIGHT} y1={y(step)} y2={y(step)} />
          <text class="recall" x={LEFT - 6} y={y(step) + 4} text-anchor="end">
            {recallText(step)}
          </text>
        </g>
      ))}
      {walks.map((walk) => (
        <Low key={walk.ef} walk={walk} scales={scales} />
      ))}
      <polyline class="recall" points={walks.map((walk) => `${x(walk.ef)},${y(walk.recall)}`).join(" ")} />
      {walks.map((walk) => (
        <g key={walk.ef}>
          <circle class="recall" cx={x(walk.ef)} cy={y(walk.recall)} r={3.5} />
          <text x={x(walk.ef)} y={HIGH - BOTTOM + 14} text-anchor="middle">
            {walk.ef}
          </text>
        </g>
      ))}
      {asked !== null && (
        <>
          <line class="asked" x1={LEFT} x2={WIDE - RIGHT} y1={y(asked)} y2={y(asked)} />
          <text class="asked" x={LEFT + 4} y={y(asked) + (asked < 1 ? -5 : 13)}>
            asked
          </text>
        </>
      )}
      {marked !== null && (
        <>
          <line class="asked" x1={x(marked)} x2={x(marked)} y1={TOP} y2={HIGH - BOTTOM} />
          <text class="asked" x={x(marked)} y={TOP - 5} text-anchor="middle">
            ef {count(marked)}
          </text>
        </>
      )}
      <text x={(LEFT + WIDE - RIGHT) / 2} y={HIGH - 4} text-anchor="middle">
        ef
      </text>
    </svg>
  );
}

/** Names a line or a bar of the chart, in the head of a table. */
export function Key({ of, name }: { of: "recall" | "time"; name: string }) {
  return (
    <>
      <span class={`search-key ${of}`} /> {name}
    </>
  );
}

function scalesOf(walks: readonly MeasuredWalk[], asked: number | null): Scales {
  const lowest = Math.min(...walks.map(({ low }) => low), asked ?? 1, ALWAYS_SHOWN);
  const steps = [0, ...STEPS].filter((_, i) => lowest <= (STEPS[i] ?? 1));
  const [first, last] = [walks[0]!.ef, walks.at(-1)!.ef];
  const span = Math.max(1, Math.log2(last / first));
  const wide = WIDE - LEFT - RIGHT - 2 * HALF_BAR;
  const high = HIGH - TOP - BOTTOM;
  return {
    steps,
    x: (ef) => LEFT + HALF_BAR + (wide * Math.log2(ef / first)) / span,
    y: (recall) => TOP + high * (1 - positionOf(recall, steps) / (steps.length - 1)),
  };
}

/** Bars of the compared vectors, with the largest number on the right. */
function Costs({ walks, x, costText }: Required<Pick<Props, "walks" | "costText">> & Pick<Scales, "x">) {
  const most = Math.max(...walks.map(({ compared }) => compared)) || 1;
  const bottom = HIGH - BOTTOM;
  const highOf = (compared: number): number => (bottom - TOP) * BAR_PART * (compared / most);
  return (
    <>
      {walks.map(({ ef, compared }) => (
        <rect
          key={ef}
          class="cost"
          x={x(ef) - HALF_BAR}
          width={2 * HALF_BAR}
          y={bottom - highOf(compared)}
          height={highOf(compared)}
        />
      ))}
      <text x={WIDE - RIGHT + 6} y={bottom - highOf(most) + 4}>
        {costText(most)}
      </text>
    </>
  );
}

/** The line from a mean to the lower end of its interval. */
function Low({ walk: { ef, recall, low }, scales: { x, y } }: { walk: MeasuredWalk; scales: Scales }) {
  return (
    <>
      <line class="low" x1={x(ef)} x2={x(ef)} y1={y(recall)} y2={y(low)} />
      <line class="low" x1={x(ef) - HALF_CAP} x2={x(ef) + HALF_CAP} y1={y(low)} y2={y(low)} />
    </>
  );
}
