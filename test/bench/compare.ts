// Ours against others, repeat by repeat, as rows of the report.
// The decision: a ratio is taken within one repeat, where both had the same machine, and the median of those ratios is
// what counts; each engine's own median is a row of its own.
import type { EngineName } from "./engines/catalog.ts";
import { median } from "./measure.ts";
import type { Row } from "./report.ts";

/** What one engine did, one value per repeat. */
export interface Series {
  readonly values: readonly number[];
  readonly recall?: number;
  readonly note?: string;
}

/** What the ratio has to reach, and should; nothing, if the pair is only for the reader. */
export interface Target {
  readonly must?: number;
  readonly aim?: number;
}

export interface Comparison {
  readonly goal: string;
  readonly unit: string;
  readonly series: ReadonlyMap<EngineName, Series>;
  /** Less is better: a ratio is how many times less we need. */
  readonly less?: boolean;
  /** What to hold the first engine to against the second; `null`: they are not compared. */
  target(engine: EngineName, peer: EngineName): Target | null;
}

export function compare({ goal, unit, series, less = false, target }: Comparison): Row[] {
  const rowOf = (engine: EngineName): Row => {
    const { values, recall } = series.get(engine)!;
    return { goal, engine, value: median(values), unit, ...(recall === undefined ? {} : { recall }) };
  };
  const engines = [...series.keys()];
  const alone = engines.map((engine): Row => ({ ...rowOf(engine), note: series.get(engine)!.note ?? "" }));
  const pairs = engines.flatMap((engine) =>
    engines.flatMap((peer): Row[] => {
      const wanted = engine === peer ? null : target(engine, peer);
      if (!wanted) return [];
      const theirs = series.get(peer)!.values;
      const ratios = series
        .get(engine)!
        .values.map((value, i) => (less ? theirs[i]! / value : value / theirs[i]!));
      return [{ ...rowOf(engine), peer, peer_value: median(theirs), ratio: median(ratios), ...wanted }];
    }),
  );
  return [...alone, ...pairs];
}
