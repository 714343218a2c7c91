// Compares Azimuth with other engines, in rows of the report.
// The decision: a ratio is taken within one repeat, where both engines had the same machine, and the median of the
// ratios counts; the median of each engine is a row of its own.
import type { EngineName } from "./engines/catalog.ts";
import { median } from "./measure.ts";
import type { Row } from "./report.ts";

/** The measurements of one engine, one value for each repeat. */
export interface Series {
  readonly values: readonly number[];
  readonly recall?: number;
  readonly note?: string;
}

/** The ratio that must be reached, and the ratio that is aimed at; empty for a pair without a goal. */
export interface Target {
  readonly must?: number;
  readonly aim?: number;
}

export interface Comparison {
  readonly goal: string;
  readonly unit: string;
  readonly series: ReadonlyMap<EngineName, Series>;
  /** Whether smaller values are better; a ratio then says how many times less Azimuth needs. */
  readonly less?: boolean;
  /** Returns the goal of the first engine compared with the second; `null` if these two are not compared. */
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
