// Makes src/grpc/gen from the definitions: `npm run gen`, needed after each change of a .proto file.
// The decision: only azimuth/v1 is written by hand. The `qdrant` package, which existing clients speak, is derived from it
// (derive.ts) for reflection only: its messages are the same on the wire, so that one set of types serves both. What is generated
// are descriptors, by which the server reads and writes messages, and types (types.ts).
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { derive } from "./derive.ts";
import { typesOf } from "./types.ts";

const PROTO = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(PROTO);
const BIN = join(ROOT, "node_modules", ".bin");
export const GENERATED = join(ROOT, "src", "grpc", "gen");

/** Packages by the file that has their types. Those that are left out are the same as another on the wire. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  azimuth: ["azimuth.v1", "google.protobuf"],
  health: ["grpc.health.v1"],
  reflection: ["grpc.reflection.v1"],
};

/** Characters on one line of the descriptors. */
const LINE = 100;

/** Writes everything to a folder, which is made anew. */
export function generate(target: string): void {
  const work = mkdtempSync(join(tmpdir(), "azimuth-gen-"));
  try {
    for (const folder of ["azimuth", "grpc"])
      cpSync(join(PROTO, folder), join(work, folder), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const [name, text] of derive(join(PROTO, "azimuth", "v1"))) writeFileSync(join(work, name), text);
    const image = join(work, "descriptors.binpb");
    run("buf", ["build", work, "--as-file-descriptor-set", "--exclude-source-info", "--output", image]);
    const bytes = readFileSync(image);
    writeFileSync(join(target, "descriptors.ts"), descriptors(bytes));
    const files = Array.from(createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes)).files);
    for (const [name, packages] of Object.entries(TYPED)) {
      const typed = files.filter(({ proto }) => packages.includes(proto.package));
      writeFileSync(join(target, `${name}.d.ts`), typesOf(typed));
    }
    run("biome", ["format", "--write", "--vcs-enabled=false", `--config-path=${ROOT}`, target]);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The definitions as a module: the server is one file without others beside it. */
function descriptors(image: Uint8Array): string {
  const lines = Buffer.from(image)
    .toString("base64")
    .match(new RegExp(`.{1,${LINE}}`, "g"))!;
  return [
    "// Made by `npm run gen`: all definitions as a google.protobuf.FileDescriptorSet, in base64.",
    "export const DESCRIPTORS = [",
    ...lines.map((line) => `  "${line}",`),
    '].join("");',
    "",
  ].join("\n");
}

function run(program: string, args: readonly string[]): void {
  const path = `${BIN}${delimiter}${env.PATH}`;
  execFileSync(join(BIN, program), args, { cwd: ROOT, env: { ...env, PATH: path }, stdio: "pipe" });
}

if (argv[1] === fileURLToPath(import.meta.url)) generate(GENERATED);
