// Both sides of the boundary have the same numbers, and a module of another version is refused. The exports are golden.
// To refresh them after a change, with a higher ABI_VERSION if old hosts cannot use the new module:
//   node -e 'const module = new WebAssembly.Module(fs.readFileSync("build/release.wasm"));
//     for (const { name, kind } of WebAssembly.Module.exports(module)) console.log(kind, name)' |
//     sort > test/golden/exports.txt
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as abi from "../../../src/engine/abi.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { BUILDS, newEngine } from "./fixtures.ts";

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const ASSEMBLY_ABI = textOf("assembly/abi.ts");
const LAYOUT = textOf("assembly/memory/layout.ts");

const CONSTANTS = [
  "ABI_VERSION",
  "MAX_DIMENSION",
  "MIN_M",
  "MAX_M",
  "MAX_EF",
  "MAX_QUERIES",
  "MAX_WORKERS",
  "MAX_BATCH_THREADS",
] as const;
/** Enum of the module -> object of the host with the same names. */
const ENUMS = {
  Metric: "METRICS",
  Status: "STATUS",
  Stat: "STATS",
  Column: "COLUMNS",
  Flag: "FLAGS",
  Fault: "FAULTS",
  SparseStat: "SPARSE_STATS",
} as const;

const HOST: Record<string, unknown> = { ...abi };
const capitalised = (name: string) => name[0]!.toUpperCase() + name.slice(1);

function constantOf(text: string, name: string): number {
  const value = new RegExp(`const ${name}: \\w+ = ([\\w]+)(?: << (\\d+))?;`).exec(text);
  if (value === null) throw new Error(`no constant ${name}`);
  return Number(value[1]!.replaceAll("_", "")) * 2 ** Number(value[2] ?? 0);
}

function enumOf(text: string, name: string): Record<string, number> {
  const body = new RegExp(`export enum ${name} \\{([^}]*)\\}`).exec(text)?.[1];
  if (body === undefined) throw new Error(`no enum ${name}`);
  return Object.fromEntries(
    Array.from(body.matchAll(/(\w+) = (-?\d+)/g), ([, key, value]) => [key, Number(value)]),
  );
}

/** The fields of the header in the drawing of layout.ts: offset, bytes, and the first words of each. */
function drawnFields(): { offset: number; bytes: number; label: string }[] {
  const lines = LAYOUT.slice(LAYOUT.indexOf("header offset")).matchAll(
    /^\/\/ {3}(\d+) +(u32|u64|f32|\d+ each) +(.*)$/gm,
  );
  return Array.from(lines, ([, offset, type, label]) => ({
    offset: Number(offset),
    bytes: type === "u32" || type === "f32" ? 4 : type === "u64" ? 8 : Number.parseInt(type!, 10),
    label: label!,
  }));
}

/** The first words of a field in the drawing -> constant of the code. */
const FIELDS: Record<string, string> = {
  magic: "MAGIC_OFFSET",
  "layout version": "VERSION_OFFSET",
  dimension: "DIMENSION",
  metric: "METRIC",
  "row bytes": "ROW_BYTES",
  "chunk shift": "CHUNK_SHIFT",
  capacity: "CAPACITY",
  count: "COUNT",
  live: "LIVE",
  indexed: "INDEXED",
  "arena top": "ARENA_TOP",
  "table entries": "TABLE_ENTRIES",
  encoding: "ENCODING",
  M: "M",
  ef_construct: "EF_CONSTRUCT",
  seed: "SEED",
  nodes: "NODES",
  entry: "ENTRY",
  centre: "CENTRE",
  duplicates: "DUPLICATES",
  "rows outside": "ROWS_OUTSIDE",
  "max length": "MAX_LENGTH",
  "mixed end": "MIXED_END",
  "mixed position": "MIXED_POSITION",
  reach: "REACH",
  bulk: "BULK",
  "spare chunks": "SPARE_CHUNKS",
  batch: "BATCH",
  columns: "COLUMNS",
  level: "RECENT",
  worker: "WORKERS",
};

/** `(module (func (export "abiVersion") (result i32) i32.const <version>))`, or the same without the export. */
function moduleOfVersion(version: number | null): WebAssembly.Module {
  const name = [...new TextEncoder().encode(version === null ? "other" : "abiVersion")];
  const section = (id: number, bytes: number[]) => [id, bytes.length, ...bytes];
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, 0, 1, 0x7f]), // types: () -> i32
      ...section(3, [1, 0]), // functions: one of that type
      ...section(7, [1, name.length, ...name, 0, 0]), // exports: function 0
      ...section(10, [1, 4, 0, 0x41, version ?? 0, 0x0b]), // code: i32.const version
    ]),
  );
}

describe("the interface of the engine's module", () => {
  it("the interface of the engine's module has equal constants in assembly/abi.ts and src/engine/abi.ts", () => {
    for (const name of CONSTANTS) expect(HOST[name], name).to.equal(constantOf(ASSEMBLY_ABI, name));
    for (const [name, mirror] of Object.entries(ENUMS)) {
      expect(HOST[mirror], name).to.deep.equal(enumOf(ASSEMBLY_ABI, name));
    }
    const encodings = Object.entries(abi.ENCODINGS).map(([name, value]) => [capitalised(name), value]);
    expect(Object.fromEntries(encodings)).to.deep.equal(enumOf(ASSEMBLY_ABI, "Encoding"));
    const methods = abi.SEARCH_METHODS.map((name, value) => [capitalised(name), value]);
    expect(Object.fromEntries(methods)).to.deep.equal(enumOf(ASSEMBLY_ABI, "SearchMethod"));
    const strategies = abi.STRATEGIES.map((name, value) => [capitalised(name), value]);
    expect(Object.fromEntries(strategies)).to.deep.equal(enumOf(ASSEMBLY_ABI, "Strategy"));
  });

  it("the interface of the engine's module has no constant or enum on one side only", () => {
    const names = Array.from(ASSEMBLY_ABI.matchAll(/^export (?:const|enum) (\w+)/gm), ([, name]) => name);
    expect(names).to.have.members([
      ...CONSTANTS,
      ...Object.keys(ENUMS),
      "Encoding",
      "SearchMethod",
      "Strategy",
    ]);
    const mirrored = [...CONSTANTS, ...Object.values(ENUMS), "ENCODINGS", "SEARCH_METHODS", "STRATEGIES"];
    expect(Object.keys(HOST)).to.have.members(mirrored);
  });

  it("the interface of the engine's module has a header as layout.ts draws it: separate fields, columns before workers, all before the arena", () => {
    const drawn = drawnFields();
    const labels = Object.keys(FIELDS);
    expect(drawn.length).to.equal(labels.length);
    let end = 0;
    for (const [i, { offset, bytes, label }] of drawn.entries()) {
      const name = labels[i]!;
      expect(label.startsWith(name), `${label} is ${name}`).to.equal(true);
      expect(offset, label).to.equal(constantOf(LAYOUT, FIELDS[name]!));
      expect(offset, `${label} and the field before`).to.be.at.least(end);
      expect(offset % Math.min(bytes, 8), `alignment of ${label}`).to.equal(0);
      end = offset + bytes;
    }
    const at = (name: string) => constantOf(LAYOUT, name);
    const columns = constantOf(textOf("assembly/memory/column.ts"), "COLUMN_COUNT");
    expect(at("HEADER")).to.equal(1024);
    expect(at("COLUMNS") + columns * at("COLUMN_BYTES")).to.be.at.most(at("RECENT"));
    const levels = constantOf(textOf("assembly/hnsw/graph.ts"), "MAX_LEVEL") + 1;
    expect(at("RECENT") + levels * 2 ** at("RECENT_SHIFT")).to.be.at.most(at("WORKERS"));
    const headerEnd = at("WORKERS") + (abi.MAX_WORKERS + abi.MAX_BATCH_THREADS) * at("WORKER_BYTES");
    expect(at("HEADER") + headerEnd).to.be.at.most(at("ARENA_START"));
  });

  for (const [build, module] of Object.entries(BUILDS)) {
    it(`the interface of the engine's module has the exports of test/golden/exports.txt (${build} build)`, () => {
      const exports = WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`);
      expect(`${exports.sort().join("\n")}\n`).to.equal(textOf("test/golden/exports.txt"));
    });

    it(`the interface of the engine's module imports a memory, functions to grow it and to read rows, and abort (${build} build)`, () => {
      const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) => `${from}.${name}`);
      const needed = ["env.memory", "host.grow", "host.readWords"];
      expect([...needed, "env.abort"]).to.include.members(imports);
      expect(imports).to.include.members(needed);
    });
  }

  it("the interface of the engine's module refuses a module of another version with both versions", () => {
    const other = abi.ABI_VERSION + 41;
    expect(() => newEngine({ module: moduleOfVersion(other) }))
      .to.throw(StartRefused)
      .with.property("message")
      .that.includes(`ABI version ${other}, this server needs ${abi.ABI_VERSION}`);
  });

  it("the interface of the engine's module refuses a module without a version", () => {
    expect(() => newEngine({ module: moduleOfVersion(null) }))
      .to.throw(StartRefused)
      .with.property("message")
      .that.includes(`ABI version none, this server needs ${abi.ABI_VERSION}`);
  });
});
