// Rules for imports between the folders of the program.
// The decision: `import type` counts like any other import. A layer, or a storey of one, imports only what is below it,
// and no folder imports another one that imports it.
import { dirname } from "node:path";
import { expect } from "chai";
import { circlesIn, filesOf, graphOf, type Import, importsOf } from "./support/sources.ts";

/**
 * The imports that each layer of src/ may have besides itself: other layers, and npm packages. All others are refused.
 */
const LAYERS: Record<string, readonly string[]> = {
  shared: [],
  errors: ["shared"],
  memory: ["errors", "scheduling", "node:fs", "node:os"],
  scheduling: ["errors", "shared"],
  log: ["pino", "@opentelemetry/api", "node:crypto"],
  metrics: [],
  schema: ["shared", "scheduling", "typebox"],
  text: ["shared", "errors", "scheduling"],
  net: ["config", "errors", "log", "scheduling", "node:"],
  threads: [
    "errors",
    "node:fs",
    "node:os",
    "node:perf_hooks",
    "node:worker_threads",
    "node:module",
    "node:url",
    "node:v8",
    "node:vm",
    "node:zlib",
  ],
  json: ["schema", "errors", "scheduling"],
  client: ["embedded", "api", "json", "schema", "errors"],
  engine: ["shared", "errors", "memory", "scheduling", "threads", "build/release.js"],
  storage: ["engine", "json", "errors", "memory", "scheduling", "threads", "metrics"],
  ...storeys(
    "core",
    [
      ...["recall", "config", "slots", "formats", "record", "filter", "payload", "index"],
      ...["vectors", "segment", "search", "sharding", "rebuild"],
    ],
    ["collection", "catalogue", "snapshot", "replication", "checkpoint", "database"],
    ["engine", "storage", "schema", "shared", "text", "json", "errors", "memory", "metrics", "scheduling"],
  ),
  auth: ["storage", "schema", "errors", "memory", "scheduling", "jose", "node:crypto"],
  license: ["schema", "errors", "node:crypto"],
  inference: [
    "shared",
    "text",
    "schema",
    "json",
    "errors",
    "memory",
    "metrics",
    "scheduling",
    "threads",
    "node:",
  ],
  /** Copies the log of another server through a port of the service, and keeps checkpoints elsewhere. */
  replication: [
    "net",
    "service",
    "core",
    "schema",
    "storage",
    "log",
    "errors",
    "scheduling",
    "aws4fetch",
    "pg/lib/client.js",
    "node:crypto",
    "node:fs/promises",
    "node:http",
    "node:https",
    "node:net",
    "node:path",
    "node:timers/promises",
  ],
  service: [
    "shared",
    "core",
    "inference",
    "auth",
    "license",
    "storage",
    "schema",
    "text",
    "json",
    "errors",
    "memory",
    "metrics",
    "scheduling",
  ],
  api: ["service", "schema", "shared", "errors", "scheduling", "typebox"],
  embedded: ["api", "service", "schema", "json", "scheduling", "errors"],
  http: [
    "api",
    "net",
    "scheduling",
    "schema",
    "json",
    "errors",
    "log",
    "memory",
    "metrics",
    "koa",
    "@koa/router",
    "koa-bodyparser",
    "node:",
  ],
  grpc: [
    "shared",
    "api",
    "net",
    "scheduling",
    "schema",
    "json",
    "errors",
    "log",
    "memory",
    "metrics",
    "@grpc/grpc-js",
    "node:fs",
    "node:net",
    "node:os",
    "node:zlib",
  ],
  ui: ["http", "api", "schema", "errors", "log", "koa", "node:"],
  /** Starts processes, and shares no code with them. */
  demo: [
    "errors",
    "threads",
    "node:child_process",
    "node:crypto",
    "node:fs",
    "node:module",
    "node:os",
    "node:path",
    "node:timers/promises",
    "node:url",
    "node:util",
  ],
  docs: ["node:fs", "node:url"],
  examples: ["azimuth-db/client"],
  "ui/app": [
    "shared",
    "preact",
    "preact/hooks",
    "@preact/signals",
    "uplot",
    "@codemirror/",
    "hyparquet",
    "hyparquet-compressors",
  ],
  cli: [
    "shared",
    "core",
    "storage",
    "auth",
    "license",
    "schema",
    "json",
    "errors",
    "commander",
    "hyparquet",
    "hyparquet-compressors",
    "hyparquet-writer",
    "pg/lib/client.js",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:http",
    "node:https",
    "node:path",
    "node:zlib",
  ],
};
/** Files that compose the parts may import everything, and only each other may import them. */
const COMPOSITION = [
  "assemble",
  "config",
  "serve",
  "command",
  "main",
  "program",
  "index",
  "open",
  "browser",
  "engine-thread",
  "library",
  "site",
  "build",
];
/** The only files of portable layers that may import from `node:`. */
const PLATFORM_FILE = /(^|\/)(node-[a-z-]+|[a-z-]*worker)\.ts$/;
const PORTABLE = [
  "json",
  "inference",
  "metrics",
  "engine",
  "storage",
  "core",
  "service",
  "schema",
  "api",
  "text",
  "embedded",
  "client",
  "assemble",
  "browser",
];

/**
 * Returns rows for the storeys of a layer, the lowest first: each may import lower ones, and what the whole layer may
 * import.
 */
function storeys(
  layer: string,
  lower: readonly string[],
  upper: readonly string[],
  others: readonly string[],
): Record<string, string[]> {
  const names = [...lower, ...upper].map((name) => `${layer}/${name}`);
  return Object.fromEntries(names.map((name, i) => [name, [...names.slice(0, i), ...others]]));
}

/** Returns the name of a layer's row: its folder, or for the storeys of a layer the folder within it. */
function layerOf(path: string): string {
  const [first = "", second = "", third] = path
    .replace(/^src\//, "")
    .replace(/\.tsx?$/, "")
    .split("/");
  if (first === "ui" && second === "app") return third === "build" ? "build" : "ui/app";
  return first === "core" ? `${first}/${second}` : first;
}

function isAllowed({ from, target, isType }: Import): boolean {
  const layer = layerOf(from);
  // An imported type is erased, so it creates no dependency at run time.
  if (!isType && PORTABLE.includes(layer.split("/")[0]!) && target.startsWith("node:")) {
    return PLATFORM_FILE.test(from);
  }
  if (COMPOSITION.includes(layer)) return true;
  // The console reads the answers that the schemas describe, and contains none of their code.
  if (isType && layer === "ui/app" && layerOf(target) === "schema") return true;
  const row = LAYERS[layer] ?? [];
  if (target.startsWith("src/")) {
    const goal = layerOf(target);
    return goal === layer || row.some((name) => goal === name || goal.startsWith(`${name}/`));
  }
  if (isType) return true;
  return row.some((name) => (/[:/]$/.test(name) ? target.startsWith(name) : target === name));
}

const sources = filesOf("src");
const assembly = filesOf("assembly");

describe("the layers", () => {
  it("the layers have a row for every folder of src", () => {
    const layers = [...new Set(sources.map(layerOf))];
    expect(layers.filter((layer) => !(layer in LAYERS) && !COMPOSITION.includes(layer))).to.deep.equal([]);
  });

  it("the layers import downwards only, types included", () => {
    const imports = sources.flatMap(importsOf);
    expect(imports.length).to.be.greaterThan(1_000);
    const wrong = imports.filter((one) => !isAllowed(one));
    expect(wrong.map(({ from, target }) => `${from} -> ${target}`)).to.deep.equal([]);
  });

  it("the layers have no file that imports itself through others", () => {
    expect(circlesIn(graphOf([...sources, ...assembly], (path) => path))).to.deep.equal([]);
  });

  it("the layers have no folder that imports itself through others", () => {
    // A file at the top of assembly/ or src/ counts as a folder of its own: constants in assembly/, composition in
    // src/.
    const folderOf = (path: string) => {
      if (!/^(?:src|assembly)\//.test(path)) return null;
      return /^(?:src|assembly)\/[^/]+$/.test(path) ? path : dirname(path);
    };
    expect(circlesIn(graphOf([...sources, ...assembly], folderOf))).to.deep.equal([]);
  });
});
