// The values of the setting that says how REST requests are read and answered.

export const DIALECT_SETTINGS = ["auto", "native", "qdrant"] as const;

export type DialectSetting = (typeof DIALECT_SETTINGS)[number];
