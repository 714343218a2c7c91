// The files that the library's build includes in the bundle: the engine, the code of threads and the version. Elsewhere
// each of them is a file beside the code.
// The decision: the build replaces this module by one with contents. A program that bundles the library again, and
// moves the result, has no files to copy and nothing to configure.

export interface Bundled {
  readonly version: string;
  /** Builds of the engine in base64, by name. */
  readonly engines: Readonly<Record<string, string>>;
  /** Sources of threads, by the path of their entry. */
  readonly threads: Readonly<Record<string, string>>;
}

/** The contents of the bundle; null where everything is a file. */
export const BUNDLED: Bundled | null = null as Bundled | null;
