// The host's copy of `assembly/abi.ts`. A test compares the two files; `instance.ts` refuses other versions at start.

import { DISTANCE_NAMES, DISTANCES, type Distance } from "../shared/distances.ts";

export const ABI_VERSION = 18;

/** The distances that a collection can be created with, spelled as in the API. */
export type Metric = Distance;

export const METRICS = Object.fromEntries(
  DISTANCE_NAMES.map((name) => [name, DISTANCES[name].metric]),
) as Readonly<Record<Metric, number>>;

export const ENCODINGS = { none: 0, int8: 1, binary: 2 } as const;

/** The codes on which a graph is built and walked. */
export type Encoding = keyof typeof ENCODINGS;

export const STATUS = {
  Ok: 0,
  OutOfMemory: -1,
  InvalidArgument: -2,
  InvalidSlot: -3,
  UnsoundGraph: -4,
} as const;

export const STATS = {
  Count: 0,
  Live: 1,
  Capacity: 2,
  UsedBytes: 3,
  Indexed: 4,
  Nodes: 5,
  Duplicates: 6,
  EntryLevel: 7,
  EntrySlot: 8,
  Unchecked: 9,
  Unreachable: 10,
  Relinked: 11,
} as const;

export const COLUMNS = {
  Vectors: 0,
  Dead: 1,
  Codes: 2,
  Links: 3,
  Upper: 4,
  Degree: 5,
  Duplicate: 6,
  Products: 7,
  SpareLinks: 8,
  SpareUpper: 9,
  SpareDegree: 10,
  SpareDuplicate: 11,
  SpareProducts: 12,
} as const;

/** The ways in which a search was executed, by their number in the module. */
export const SEARCH_METHODS = ["exact", "walk", "matches"] as const;

export type SearchMethod = (typeof SEARCH_METHODS)[number];

export const FLAGS = { Exact: 1, IgnoreCodes: 2, IndexedOnly: 4, Filter: 8, Start: 16, Without: 32 } as const;

export const FAULTS = { Unreachable: 0, OneWay: 1, Broken: 2 } as const;

export const MAX_DIMENSION = 65_536;
export const MIN_M = 2;
export const MAX_M = 512;
export const MAX_EF = 1_048_576;
export const MAX_QUERIES = 64;
export const MAX_WORKERS = 64;

/** The most builder threads that search for a batch of insertions; they have the numbers from `MAX_WORKERS` on. */
export const MAX_BATCH_THREADS = 16;

export const SPARSE_STATS = {
  Vectors: 0,
  Entries: 1,
  Dictionary: 2,
  Sealed: 3,
  FileWords: 4,
  Terms: 5,
  Postings: 6,
  Windows: 7,
  Skipped: 8,
  Compared: 9,
  Strategy: 10,
} as const;

/** The ways in which sparse vectors were searched, by their number in the module. */
export const STRATEGIES = ["windows", "merge", "rows"] as const;

export type Strategy = (typeof STRATEGIES)[number];
