// The host's copy of `assembly/abi.ts`. A test compares the two files; `wasm.ts` refuses any other version at start.

export const ABI_VERSION = 1;

export const METRICS = { Cosine: 0, Dot: 1, Euclid: 2, Manhattan: 3 } as const;

/** The distances a collection can be created with, spelled as in the API. */
export type Metric = keyof typeof METRICS;

export const STATUS = { Ok: 0, OutOfMemory: -1, InvalidArgument: -2, InvalidSlot: -3 } as const;

export const STATS = { Count: 0, Live: 1, Capacity: 2, UsedBytes: 3 } as const;

export const MAX_DIMENSION = 65_536;
export const MAX_WORKERS = 64;
