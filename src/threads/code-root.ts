// The folder of this package's code: its sources, the compiled files, or the bundle.
// The decision: files beside the code (entries of threads, modules of the engine) are addressed relative to this
// folder, never relative to the file that needs them, because a bundle joins many files into one.
const HERE = new URL(import.meta.url);

/** The URL of that folder. A bundle lies in it; otherwise this file is in its folder `threads`. */
export const CODE_ROOT = new URL(/\/threads\/code-root\.[jt]s$/.test(HERE.pathname) ? "../" : "./", HERE);
