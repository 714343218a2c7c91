// The house rules as a test: layers, sizes, headers, and what may not be left lying about.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 70;

/** What each layer of src/ may import besides itself: other layers, and npm packages. Everything else is refused. */
const LAYERS: Record<string, readonly string[]> = {
  errors: [],
  "memory-limit": [],
  "machine-memory": ["node:fs", "node:os"],
  log: ["pino", "node:crypto"],
  metrics: [],
  schema: ["typebox"],
  threads: [
    "errors",
    "node:fs",
    "node:os",
    "node:worker_threads",
    "node:module",
    "node:url",
    "node:v8",
    "node:vm",
  ],
  pause: [],
  json: ["schema", "errors", "pause"],
  client: ["embedded", "api", "json", "schema", "errors"],
  engine: ["errors", "memory-limit", "threads", "build/release.js"],
  storage: ["json", "errors", "memory-limit", "threads", "metrics"],
  core: ["engine", "storage", "schema", "json", "errors", "memory-limit", "metrics", "pause"],
  auth: ["storage", "schema", "errors", "memory-limit", "jose", "node:crypto"],
  license: ["storage", "schema", "errors", "node:crypto"],
  service: ["core", "auth", "license", "storage", "schema", "json", "errors", "metrics", "pause"],
  api: ["service", "schema", "errors", "pause", "typebox"],
  embedded: ["api", "service", "schema", "json", "errors"],
  http: [
    "api",
    "pause",
    "schema",
    "json",
    "errors",
    "log",
    "memory-limit",
    "metrics",
    "koa",
    "@koa/router",
    "koa-bodyparser",
    "node:",
  ],
  grpc: [
    "api",
    "pause",
    "schema",
    "json",
    "errors",
    "log",
    "metrics",
    "@grpc/grpc-js",
    "@bufbuild/protobuf",
    "@bufbuild/protobuf/wire",
    "@bufbuild/protobuf/wire",
    "@bufbuild/protobuf/wkt",
    "node:zlib",
  ],
  ui: ["http", "api", "schema", "errors", "log", "koa", "node:"],
  rest: ["http", "api", "schema", "errors", "log", "koa", "node:"],
  docs: ["node:fs", "node:url"],
  examples: ["azimuth-db/client"],
  "ui/app": ["preact", "preact/hooks", "@preact/signals", "uplot", "@codemirror/"],
  cli: [
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
    "node:fs",
    "node:fs/promises",
    "node:http",
    "node:https",
    "node:path",
    "node:zlib",
  ],
};
/** Files that put the parts together may import everything and are imported by nobody but each other. */
const COMPOSITION = [
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
  "build",
];
/** The only files of the portable layers that may import from `node:`. */
const PLATFORM_FILE = /(^|\/)(node-[a-z-]+|[a-z-]*worker)\.ts$/;
const PORTABLE = [
  "json",
  "metrics",
  "engine",
  "storage",
  "core",
  "service",
  "schema",
  "api",
  "embedded",
  "client",
  "browser",
];

interface Import {
  readonly from: string;
  readonly target: string;
}

/** TypeScript files below a folder, as paths from the root. */
function filesOf(folder: string): string[] {
  const found = readdirSync(join(ROOT, folder), { recursive: true }) as string[];
  const files = found.map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
  return files.filter((file) => /\.tsx?$/.test(file) && !/\/(gen|node_modules)\//.test(file)).sort();
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** `import type` is erased and cannot make a program depend on anything: types from Node are allowed everywhere. */
function importsOf(file: string): Import[] {
  const found = read(file).matchAll(
    /^(?:import|export) (?!type )[^;]*? from "([^"]+)";|^import "([^"]+)";/gm,
  );
  return Array.from(found, ([, named, bare]) => ({
    from: file,
    target: resolveTarget(file, (named ?? bare)!),
  }));
}

function resolveTarget(file: string, specifier: string): string {
  return specifier.startsWith(".") ? normalize(join(dirname(file), specifier)) : specifier;
}

/** The browser's part of the UI is a layer of its own: it shares no code with the server. */
function layerOf(path: string): string {
  const inside = path.replace(/^src\//, "");
  if (inside.startsWith("ui/app/")) return inside === "ui/app/build.ts" ? "build" : "ui/app";
  return inside.split("/")[0]!.replace(/\.ts$/, "");
}

function allowed({ from, target }: Import): boolean {
  const layer = layerOf(from);
  if (COMPOSITION.includes(layer)) return true;
  if (target.startsWith("src/")) return layerOf(target) === layer || LAYERS[layer]!.includes(layerOf(target));
  if (PORTABLE.includes(layer) && target.startsWith("node:")) return PLATFORM_FILE.test(from);
  return LAYERS[layer]!.some((name) => (/[:/]$/.test(name) ? target.startsWith(name) : target === name));
}

/** Lines of each function or method that starts with a header on one line and ends with a brace at its indentation. */
function functionsOf(file: string): { name: string; lines: number }[] {
  const lines = read(file).split("\n");
  return lines.flatMap((line, start) => {
    const header = /^(\s*)(?:export )?(?:static |async |private )*(?:function\*? )?(#?\w+)\(.*\{$/.exec(line);
    if (!header || /^\s*(if|for|while|switch|catch|describe|it)\b/.test(line)) return [];
    const end = lines.findIndex((other, i) => i > start && other.startsWith(`${header[1]}}`));
    return [{ name: `${file} ${header[2]}`, lines: end - start + 1 }];
  });
}

const sources = filesOf("src");
const assembly = filesOf("assembly");
const tests = filesOf("test");

describe("the house", () => {
  it("knows every layer", () => {
    const layers = new Set(sources.map(layerOf));
    expect([...layers].filter((layer) => !(layer in LAYERS) && !COMPOSITION.includes(layer))).to.deep.equal(
      [],
    );
  });

  it("imports downwards only", () => {
    const imports = sources.flatMap(importsOf);
    expect(imports.length).to.be.greaterThan(100);
    expect(imports.filter((one) => !allowed(one))).to.deep.equal([]);
  });

  it("has no file that imports itself through others", () => {
    const graph = new Map(
      [...sources, ...assembly].map((file) => [file, importsOf(file).map(({ target }) => target)]),
    );
    const state = new Map<string, "open" | "done">();
    const visit = (file: string, trail: readonly string[]): void => {
      if (state.get(file) === "open") throw new Error(`a circle: ${[...trail, file].join(" -> ")}`);
      if (state.has(file) || !graph.has(file)) return;
      state.set(file, "open");
      for (const target of graph.get(file)!)
        visit(target.endsWith(".ts") ? target : `${target}.ts`, [...trail, file]);
      state.set(file, "done");
    };
    for (const file of graph.keys()) visit(file, []);
  });

  it("keeps files small", () => {
    const long = [...sources, ...assembly, ...tests].filter(
      (file) => read(file).split("\n").length > MAX_FILE_LINES + 1,
    );
    expect(long).to.deep.equal([]);
  });

  it("keeps functions small", () => {
    const functions = [...sources, ...assembly].flatMap(functionsOf);
    expect(functions.length).to.be.greaterThan(300);
    expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).to.deep.equal([]);
  });

  it("opens every file by saying what it is", () => {
    const silent = [...sources, ...assembly, ...tests].filter(
      (file) => !/^(#!.*\n)?\/\/ [A-Z`"]/.test(read(file)),
    );
    expect(silent).to.deep.equal([]);
  });

  it("reads the environment in config.ts and ends the process in main.ts and command.ts only", () => {
    const using = (pattern: RegExp) => sources.filter((file) => pattern.test(read(file)));
    expect(using(/process\.env/)).to.deep.equal(["src/config.ts"]);
    expect(using(/process\.exit/)).to.deep.equal(["src/command.ts", "src/main.ts"]);
  });

  it("names status numbers in errors/table.ts only", () => {
    const naming = sources.filter((file) =>
      /\b(?:status|http)\b[^\n]*\b[45]\d\d\b/.test(read(file).replace(/\/\/.*|\/?\*.*/g, "")),
    );
    expect(naming).to.deep.equal(["src/errors/table.ts"]);
  });

  it("leaves no marks, no skipped tests and no escapes from the type checker", () => {
    const marks = /\b(?:TODO|FIXME|XXX)\b|@ts-(?:ignore|nocheck|expect-error)|\bas any\b/;
    expect([...sources, ...assembly].filter((file) => marks.test(read(file)))).to.deep.equal([]);
    const skipped = /\b(?:describe|it)\.(?:skip|only)\(|this\.skip\(/;
    expect(tests.filter((file) => file !== "test/tidy.test.ts" && skipped.test(read(file)))).to.deep.equal(
      [],
    );
  });

  it("asks no installation for other packages and runs nothing at one: what is used is bundled", () => {
    const { dependencies = {}, scripts } = JSON.parse(read("package.json"));
    expect(dependencies).to.deep.equal({});
    const hooks = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).to.deep.equal([]);
  });
});
