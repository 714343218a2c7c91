// Limits of JSON bodies, and the key that stands for vectors beside a body.
/** Nesting of containers, without payloads. The reader recurses, so this also bounds the call stack. */
export const MAX_JSON_DEPTH = 128;

/**
 * Values in a body, without those inside vectors and payloads: a hundred for each point of the largest batch. A value
 * takes up to 190 bytes of heap for two bytes of text, so without this limit a body of `{},{},` would exhaust the
 * memory.
 */
export const MAX_JSON_VALUES = 1_000_000;

/** The only key of an object that stands for vectors beside the JSON. */
export const FLOATS_KEY = "$f32";
