// The values of the setting that selects the dialect of REST requests.

export const DIALECT_SETTINGS = ["auto", "native", "qdrant"] as const;

export type DialectSetting = (typeof DIALECT_SETTINGS)[number];
