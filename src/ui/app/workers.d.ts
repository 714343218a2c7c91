// The bundles of workers by the names of their files; build.ts defines this constant.
declare const WORKERS: Readonly<Record<string, string>>;
