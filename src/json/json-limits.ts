// Limits of JSON bodies, and the key that stands for vectors beside a body.
/** Containers within containers, payloads not counted. The reader recurses, so this also bounds the call stack. */
export const MAX_JSON_DEPTH = 128;

/**
 * Values of a body, those inside vectors and payloads not counted: a hundred for each point of the largest batch.
 * A value costs up to 190 bytes of heap for two of text, so without this limit a body of `{},{},` ends the process.
 */
export const MAX_JSON_VALUES = 1_000_000;

/** The only key of an object that stands for vectors which are beside the JSON. */
export const FLOATS_KEY = "$f32";
