// Both sides of the boundary spell out the same numbers, and a module that does not fit is refused.
// The exports are golden. To refresh them after a change that raised ABI_VERSION if it had to:
//   node -e 'for (const { name, kind } of WebAssembly.Module.exports(new WebAssembly.Module(fs.readFileSync("build/release.wasm")))) console.log(kind, name)' | sort > test/golden/exports.txt
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as abi from "../../../src/engine/abi.ts";
import { StartRefused } from "../../../src/errors.ts";
import { BUILDS, newEngine } from "./fixtures.ts";

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const ASSEMBLY_ABI = textOf("assembly/abi.ts");
const LAYOUT = textOf("assembly/memory/layout.ts");

function constantOf(text: string, name: string): number {
  const value = new RegExp(`const ${name}: \\w+ = ([\\w]+);`).exec(text)?.[1];
  if (value === undefined) throw new Error(`no constant ${name}`);
  return Number(value.replaceAll("_", ""));
}

function enumOf(text: string, name: string): Record<string, number> {
  const body = new RegExp(`export enum ${name} \\{([^}]*)\\}`).exec(text)?.[1];
  if (body === undefined) throw new Error(`no enum ${name}`);
  return Object.fromEntries(
    Array.from(body.matchAll(/(\w+) = (-?\d+)/g), ([, key, value]) => [key, Number(value)]),
  );
}

/** What the drawing in layout.ts says about the header: offset, bytes, and the first words of each field. */
function drawnFields(): { offset: number; bytes: number; label: string }[] {
  const lines = LAYOUT.slice(LAYOUT.indexOf("header offset")).matchAll(
    /^\/\/ {3}(\d+) +(u32|u64|8 each) +(.*)$/gm,
  );
  return Array.from(lines, ([, offset, type, label]) => ({
    offset: Number(offset),
    bytes: type === "u32" ? 4 : 8,
    label: label!,
  }));
}

/** Field of the drawing -> constant of the code. */
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
  "arena top": "ARENA_TOP",
  "table entries": "TABLE_ENTRIES",
  "address of the vector table": "VECTOR_TABLE",
  "address of the dead table": "DEAD_TABLE",
  "each scratch area": "SCRATCH",
};

/** `(module (func (export "abiVersion") (result i32) i32.const <version>))`, or without the export. */
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

describe("the ABI", () => {
  it("is spelled alike in assembly/abi.ts and src/engine/abi.ts", () => {
    const { ABI_VERSION, MAX_DIMENSION, MAX_WORKERS } = abi;
    for (const [name, value] of Object.entries({ ABI_VERSION, MAX_DIMENSION, MAX_WORKERS })) {
      expect(value, name).to.equal(constantOf(ASSEMBLY_ABI, name));
    }
    expect(abi.METRICS).to.deep.equal(enumOf(ASSEMBLY_ABI, "Metric"));
    expect(abi.STATUS).to.deep.equal(enumOf(ASSEMBLY_ABI, "Status"));
    expect(abi.STATS).to.deep.equal(enumOf(ASSEMBLY_ABI, "Stat"));
  });

  it("has no constant or enum that the other side does not know", () => {
    const names = Array.from(ASSEMBLY_ABI.matchAll(/^export (?:const|enum) (\w+)/gm), ([, name]) => name);
    expect(names).to.have.members([
      "ABI_VERSION",
      "Metric",
      "Status",
      "Stat",
      "MAX_DIMENSION",
      "MAX_WORKERS",
    ]);
    const mirrored = ["ABI_VERSION", "METRICS", "STATUS", "STATS", "MAX_DIMENSION", "MAX_WORKERS"];
    expect(Object.keys(abi)).to.have.members(mirrored);
  });

  it("draws the header as the code lays it out, fields apart and within its 1024 bytes", () => {
    const drawn = drawnFields();
    const labels = Object.keys(FIELDS);
    expect(drawn.length).to.equal(labels.length);
    let end = 0;
    for (const { offset, bytes, label } of drawn) {
      const name = labels.find((start) => label.startsWith(start) || `each ${label}`.startsWith(start));
      expect(offset, label).to.equal(constantOf(LAYOUT, FIELDS[name ?? ""] ?? label));
      expect(offset, `${label} and the field before`).to.be.at.least(end);
      expect(offset % bytes, `alignment of ${label}`).to.equal(0);
      end = offset + bytes;
    }
    const header = constantOf(LAYOUT, "HEADER");
    const scratchEnd = constantOf(LAYOUT, "SCRATCH") + abi.MAX_WORKERS * constantOf(LAYOUT, "SCRATCH_ENTRY");
    expect(header).to.equal(1024);
    expect(header + scratchEnd).to.be.at.most(constantOf(LAYOUT, "ARENA_START"));
  });

  for (const [build, module] of Object.entries(BUILDS)) {
    it(`exports what test/golden/exports.txt lists (${build} build)`, () => {
      const exports = WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`);
      expect(`${exports.sort().join("\n")}\n`).to.equal(textOf("test/golden/exports.txt"));
    });

    it(`imports a memory and nothing that reaches the host but abort (${build} build)`, () => {
      const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) => `${from}.${name}`);
      expect(["env.memory", "env.abort"]).to.include.members(imports);
      expect(imports).to.include("env.memory");
    });
  }

  it("refuses a module of another version, naming both", () => {
    const other = abi.ABI_VERSION + 41;
    expect(() => newEngine({ module: moduleOfVersion(other) }))
      .to.throw(StartRefused)
      .with.property("message")
      .that.includes(`ABI version ${other}, this server needs ${abi.ABI_VERSION}`);
  });

  it("refuses a module that does not say its version", () => {
    expect(() => newEngine({ module: moduleOfVersion(null) }))
      .to.throw(StartRefused)
      .with.property("message")
      .that.includes(`ABI version none, this server needs ${abi.ABI_VERSION}`);
  });
});
