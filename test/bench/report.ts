// The results of a benchmark as rows: printed as a table, and written as JSON for comparisons between runs.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

export interface Row {
  /** The figure and its data set. */
  readonly goal: string;
  /** The engine that `value` belongs to. */
  readonly engine: string;
  readonly value: number;
  readonly unit: string;
  readonly peer?: string;
  readonly peer_value?: number;
  /**
   * Azimuth compared with the peer: the median of the ratios of all repeats, which may differ from the quotient of the
   * medians.
   */
  readonly ratio?: number;
  readonly recall?: number;
  /** The goal of the ratio, or of the value if there is no peer: what must be reached, and what is aimed at. */
  readonly must?: number;
  readonly aim?: number;
  /** Whether smaller values are better. */
  readonly ceiling?: boolean;
  /** A remark for the reader. */
  readonly note?: string;
}

/** The processor, with the instructions for products of bytes, which decide how peers with native code compare. */
export const MACHINE = [
  `${cpus()[0]?.model.trim()} x ${availableParallelism()}`,
  instructions(),
  process.platform,
  `Node ${process.version}`,
].join(", ");

function instructions(): string {
  if (process.platform !== "linux") return "instructions unknown";
  const flags = /^flags\s*:(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1]?.split(" ") ?? [];
  const found = ["avx2", "avx_vnni", "avx512f", "avx512_vnni"].filter((name) => flags.includes(name));
  return found.length > 0 ? found.join(" ") : "no AVX";
}

export function writeJson(file: string, rows: readonly Row[]): void {
  const all = rows.map((row) => ({ ...row, machine: MACHINE }));
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

export function formatTable(rows: readonly Row[]): string {
  const head = [
    "goal",
    "engine",
    "value",
    "unit",
    "recall",
    "peer",
    "its value",
    "ratio",
    "must",
    "aim",
    "",
    "note",
  ];
  const cells = rows.map((row) => [
    row.goal,
    row.engine,
    number(row.value),
    row.unit,
    row.recall === undefined ? "" : row.recall.toFixed(4),
    row.peer ?? "",
    row.peer_value === undefined ? "" : number(row.peer_value),
    row.ratio === undefined ? "" : `${row.ratio.toFixed(2)}x`,
    row.must === undefined ? "" : String(row.must),
    row.aim === undefined ? "" : String(row.aim),
    verdict(row),
    row.note ?? "",
  ]);
  const table = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  const used = widths.map((width, column) =>
    width > 0 && cells.some((line) => line[column] !== "") ? width : 0,
  );
  const lines = table.map((line) =>
    line
      .flatMap((cell, column) => (used[column]! > 0 ? [align(cell, column, used[column]!)] : []))
      .join("  ")
      .trimEnd(),
  );
  return `${MACHINE}\n${lines.join("\n")}\n`;
}

const RIGHT_ALIGNED = new Set([2, 4, 6, 7, 8, 9]);

function align(cell: string, column: number, width: number): string {
  return RIGHT_ALIGNED.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

function verdict({ must, aim, ratio, value, ceiling }: Row): string {
  if (must === undefined) return "";
  const reached = (goal: number) => (ceiling ? (ratio ?? value) <= goal : (ratio ?? value) >= goal);
  if (aim !== undefined && reached(aim)) return "aim";
  return reached(must) ? "must" : "MISSED";
}

/** Formats a number with four significant digits. */
function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return value.toPrecision(4).replace(/\.?0+$/, "");
}
