// What the library's build puts into its one file: the engine, the code of threads and the version, each of which is a
// file beside the code otherwise. The decision: the build puts another module in the place of this one, so whoever
// bundles the library again, and moves the result somewhere else, has nothing to copy and nothing to configure.

export interface Bundled {
  readonly version: string;
  /** Builds of the engine, as base64. */
  readonly engines: Readonly<Record<string, string>>;
  /** Sources of threads, by the path of their entry. */
  readonly threads: Readonly<Record<string, string>>;
}

/** Null: everything is a file. */
export const BUNDLED: Bundled | null = null as Bundled | null;
