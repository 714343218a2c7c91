// Where the code of this package is: its sources, what was compiled of them, or the bundle of that.
// The decision: files beside the code (other threads' entries, the engine's modules) are named from here, and never from
// the file that wants them, because a bundle makes one file of many.
const HERE = new URL(import.meta.url);

/** In a bundle all files are at the root; otherwise this one is in a folder of it. */
export const CODE_ROOT = new URL(/\/threads\/code-root\.[jt]s$/.test(HERE.pathname) ? "../" : "./", HERE);
