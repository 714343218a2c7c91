// Every engine that can be measured, by its name in the tables. The decision: an adapter is loaded in the process that
// runs it, so that no engine pays for the package of another.
import type { BenchEngine } from "./engine.ts";
import type { Variant } from "./ours.ts";

interface Entry {
  /** The Node that runs the engine: the one of the benchmark, or the `node@24` of the peers. */
  readonly node: "own" | "24";
  make(): Promise<BenchEngine>;
}

async function ours(variant: Partial<Variant> = {}): Promise<BenchEngine> {
  const { Ours } = await import("./ours.ts");
  return new Ours({ codes: true, threads: 0, queriesPerCall: 1, ...variant });
}

async function hnswlib(): Promise<BenchEngine> {
  const { Hnswlib } = await import("./hnswlib.ts");
  return new Hnswlib();
}

async function usearch(queriesPerCall: number): Promise<BenchEngine> {
  const { Usearch } = await import("./usearch.ts");
  return new Usearch(queriesPerCall);
}

async function zvec(codes: boolean): Promise<BenchEngine> {
  const { Zvec } = await import("./zvec.ts");
  return new Zvec(codes);
}

export const ENGINES = {
  ours: { node: "own", make: () => ours() },
  "ours on Node 24": { node: "24", make: () => ours() },
  "ours, insertion": { node: "own", make: () => ours({ inserts: true }) },
  /** The build of another checkout, which `--base` names. */
  "ours, base": { node: "own", make: () => ours({ base: true }) },
  "ours f32": { node: "own", make: () => ours({ codes: false }) },
  "ours f32, batches": { node: "own", make: () => ours({ codes: false, queriesPerCall: 64 }) },
  "ours, 1 reader": { node: "own", make: () => ours({ threads: 1, queriesPerCall: 64 }) },
  "ours, 2 readers": { node: "own", make: () => ours({ threads: 2, queriesPerCall: 64 }) },
  "hnswlib-node": { node: "own", make: hnswlib },
  usearch: { node: "24", make: () => usearch(1) },
  "usearch, batches": { node: "24", make: () => usearch(64) },
  "zvec int8 + refine": { node: "24", make: () => zvec(true) },
  /** A flat index, which has no refiner. */
  "zvec int8": { node: "24", make: () => zvec(true) },
  "zvec f32": { node: "24", make: () => zvec(false) },
} as const satisfies Record<string, Entry>;

export type EngineName = keyof typeof ENGINES;

export function isOurs(engine: EngineName): boolean {
  return engine.startsWith("ours");
}
