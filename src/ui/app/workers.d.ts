// Bundles of workers, by the names of their files; build.ts puts them in.
declare const WORKERS: Readonly<Record<string, string>>;
