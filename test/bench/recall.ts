// Searches that ask for recall: what is asked, expected and found, with which ef and at what cost, before and after the
// queries of clients are learned; and what a measurement of the recall costs.
// The decision: the queries that are measured are none of those that were learned. The smallest ef that finds as much
// is searched for with the same queries, so the ratio of both says how much more than needed is paid.
import { writeFileSync } from "node:fs";
import { openRecallData, type RecallData } from "./data/recall-data.ts";
import { Truth } from "./data/truth.ts";
import { Child } from "./edge/child.ts";
import type { Beside, Chosen, RecallCaller } from "./edge/recall-caller.ts";
import { progress } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import { type RecallPanel, renderRecallChart } from "./recall-chart.ts";
import type { Row } from "./report.ts";

const ASKED = [0.8, 0.9, 0.95, 0.99];
/** The shares of points, in percent, that filters let through. */
const SHARES = [100, 50, 10, 1];
/** The part of the recall that may be missing. */
const MARGIN = 0.01;
const MAX_EF = 4096;
/** Each takes as long as a measurement beside searches, some twenty seconds. */
const MAX_ROUNDS_BESIDE = 2;
/** The goal of ef by the smallest one that finds as much, and of searches beside a measurement. */
const MOST_EF = 1.3;
const MOST_SLOWER = 1.03;
const MOST_SECONDS = 5;
const CHART_WIDTHS = [10, 14, 20, 28, 40, 56, 80, 112, 160, 224, 320, 448, 640, 896];
const STATES = ["no query is learned", "queries are learned"] as const;

/** A row with the figures of the table for readers. */
interface RecallRow extends Row {
  readonly data: string;
  readonly state: string;
  readonly filter: number;
  readonly asked: number;
  readonly expected: number | null;
  readonly ef: number | null;
  readonly smallest_ef: number | null;
  readonly cpu_us: number;
}

export async function recall(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const panels: RecallPanel[] = [];
  for (const data of openRecallData(options.recallData, options.rows)) {
    const subject = new Subject(data);
    try {
      rows.push(...(await subject.measure()));
      // Afterwards the graph is another one.
      if (options.chart) panels.push(await subject.panel());
      rows.push(await subject.beside(Math.min(options.repeats, MAX_ROUNDS_BESIDE)));
    } finally {
      subject.close();
    }
  }
  if (options.chart) writeFileSync(options.chart, renderRecallChart(panels));
  return rows;
}

/** One data set in a process of its own. */
class Subject {
  readonly #data: RecallData;
  readonly #truth: Truth;
  readonly #child = new Child<RecallCaller>(new URL("./edge/recall-caller.ts", import.meta.url));
  /** The recall by ef and filter. */
  readonly #found = new Map<string, number>();

  constructor(data: RecallData) {
    this.#data = data;
    this.#truth = new Truth(data.dataset);
  }

  get #title(): string {
    const { name, rows, dimension } = this.#data.dataset;
    return `${name}, ${rows.toLocaleString("en-US")} x ${dimension}`;
  }

  close(): void {
    this.#child.close();
  }

  async measure(): Promise<Row[]> {
    await this.#child.call("load", this.#data.dataset);
    progress(`${this.#title}: loaded`);
    const first = await this.#child.call("untilMeasured", null);
    const before = await this.#choices();
    const second = await this.#child.call("untilMeasured", this.#data.fresh);
    const after = await this.#choices();
    progress(`${this.#title}: measured with ${second.real} queries of clients`);
    const cells = [...(await this.#rows(STATES[0], before)), ...(await this.#rows(STATES[1], after))];
    process.stdout.write(markdownOf(this.#title, cells));
    return [
      ...cells,
      this.#cost("CPU of a measurement, stored vectors", first.cpuSeconds),
      this.#cost(`CPU of a measurement, ${second.real} queries of clients`, second.cpuSeconds),
      { ...this.#cost("time until measured, after the graph is complete", first.wallSeconds), must: 60 },
    ];
  }

  /** Returns what is chosen for each recall and filter. */
  async #choices(): Promise<Map<number, Map<number, Chosen>>> {
    const all = new Map<number, Map<number, Chosen>>();
    for (const below of SHARES) {
      const chosen = new Map<number, Chosen>();
      for (const asked of ASKED) chosen.set(asked, await this.#child.call("chosen", { asked, below }));
      all.set(below, chosen);
    }
    return all;
  }

  async #rows(state: string, choices: Map<number, Map<number, Chosen>>): Promise<RecallRow[]> {
    const rows: RecallRow[] = [];
    for (const [below, all] of choices) {
      for (const [asked, chosen] of all) rows.push(await this.#row(state, { asked, below, ...chosen }));
      progress(`${this.#title}, ${state}: filter ${below} %`);
    }
    return rows;
  }

  async #row(
    state: string,
    { asked, below, expected, ef }: Chosen & { readonly asked: number; readonly below: number },
  ): Promise<RecallRow> {
    const found = await this.#recall(ef, below);
    const us = await this.#child.call("time", { ef, below, count: this.#data.fresh });
    const smallest = ef === null ? null : await this.#smallest(asked, below);
    const ratio = ef === null || smallest === null ? "" : ` = ${(ef / smallest).toFixed(2)} x ${smallest}`;
    return {
      goal: `recall ${asked}, filter ${below} %, ${this.#title}, ${state}`,
      engine: "ours",
      value: found,
      unit: "recall@10",
      must: asked - MARGIN,
      note: `expected ${expected}; ef ${ef ?? "exact"}${ratio}; ${us.toFixed(0)} us of CPU`,
      data: this.#title,
      state,
      filter: below,
      asked,
      expected,
      ef,
      smallest_ef: smallest,
      cpu_us: us,
    };
  }

  async #recall(ef: number | null, below: number): Promise<number> {
    const key = `${ef} ${below}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const ids = await this.#child.call("walk", { ef, below, count: this.#data.fresh });
    const found = this.#truth.recall(ids, below);
    this.#found.set(key, found);
    return found;
  }

  /** Returns the smallest ef with the recall; null: none has it. */
  async #smallest(asked: number, below: number): Promise<number | null> {
    const reaches = async (ef: number) => (await this.#recall(ef, below)) >= asked;
    let high = 10;
    while (!(await reaches(high))) {
      high *= 2;
      if (high > MAX_EF) return null;
    }
    let low = high === 10 ? 10 : high / 2 + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await reaches(middle)) high = middle;
      else low = middle + 1;
    }
    return high;
  }

  #cost(goal: string, seconds: number): Row {
    const own = { engine: "ours", value: seconds, unit: "s", ceiling: true };
    return { goal: `${goal}, ${this.#title}`, ...own, must: MOST_SECONDS };
  }

  async beside(repeats: number): Promise<Row> {
    const rounds: Beside[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) rounds.push(await this.#child.call("beside", null));
    return {
      goal: `median latency of searches beside a measurement, ${this.#title}`,
      engine: "ours",
      value: median(rounds.map(({ beside }) => beside)),
      unit: "ms",
      peer: "without",
      peer_value: median(rounds.map(({ without }) => without)),
      ratio: median(rounds.map(({ without, beside }) => beside / without)),
      ceiling: true,
      must: MOST_SLOWER,
      note: `it took ${median(rounds.map(({ seconds }) => seconds)).toFixed(1)} s`,
    };
  }

  /** Returns the curve of searches without a filter. */
  async panel(): Promise<RecallPanel> {
    const points: RecallPanel["points"][number][] = [];
    for (const ef of CHART_WIDTHS) {
      const us = await this.#child.call("time", { ef, below: 100, count: this.#data.fresh });
      points.push({ ef, recall: await this.#recall(ef, 100), us });
    }
    return { name: this.#title, points };
  }
}

/** Returns the table for readers. The ratio is that of ef and the smallest ef. */
function markdownOf(title: string, cells: readonly RecallRow[]): string {
  const line = (parts: readonly unknown[]) => `| ${parts.join(" | ")} |\n`;
  const head = ["filter", "asked", "expected", "found", "ef", "smallest ef", "ratio", "us"];
  return STATES.map((state) => {
    const lines = cells
      .filter((cell) => cell.state === state)
      .map(({ filter, asked, expected, value, ef, smallest_ef, cpu_us }) => {
        const over = ef === null || smallest_ef === null ? "" : (ef / smallest_ef).toFixed(2);
        const reached =
          value < asked - MARGIN ? " MISSED" : over !== "" && Number(over) > MOST_EF ? " wide" : "";
        const found = value.toFixed(3) + reached;
        return line([
          `${filter} %`,
          asked,
          expected,
          found,
          ef ?? "exact",
          smallest_ef ?? "",
          over,
          Math.round(cpu_us),
        ]);
      });
    return `\n${title}: ${state}\n\n${line(head)}${line(head.map(() => "---"))}${lines.join("")}`;
  }).join("");
}
