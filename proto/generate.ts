// Makes src/grpc/gen from the definitions: `npm run gen`, needed after each change of a .proto file.
// The decision: only azimuth/v1 is written by hand. The `qdrant` package, which existing clients speak, is derived from it
// (derive.ts) for reflection only: its messages are the same on the wire, so that one set of TypeScript serves both.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { derive } from "./derive.ts";
import { withPackedFloats } from "./packed-floats.ts";

const PROTO = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(PROTO);
const BIN = join(ROOT, "node_modules", ".bin");
export const GENERATED = join(ROOT, "src", "grpc", "gen");

/** Messages within messages: a payload of 64 levels has three on each, and one that is deeper is to be told so. */
const MAX_DEPTH = 300;

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
    run("buf", ["generate", work, "--template", join(PROTO, "buf.gen.yaml"), "--output", target]);
    for (const [name, text] of derive(join(PROTO, "azimuth", "v1"))) writeFileSync(join(work, name), text);
    const image = join(work, "descriptors.binpb");
    run("buf", ["build", work, "--as-file-descriptor-set", "--exclude-source-info", "--output", image]);
    writeFileSync(join(target, "descriptors.ts"), descriptors(readFileSync(image)));
    for (const file of typescriptIn(target)) {
      writeFileSync(file, hardened(withPackedFloats(readFileSync(file, "utf8"))));
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

function typescriptIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}

/**
 * Readers that take no message for less than it is, and say which fields they skip. ts-proto's stop without a word where a tag is 0, read on into the next
 * field where a length is wrong, and make other texts of those that are not UTF-8; and the depth they allow is less than
 * that of a payload.
 */
function hardened(text: string): string {
  const loops: { readonly indent: string; readonly end: string }[] = [];
  const lines = text
    .replaceAll("RecursionDepth >= 100)", `RecursionDepth >= ${MAX_DEPTH})`)
    .replaceAll("reader.string()", "reader.string(true)")
    .replaceAll("reader.skip(tag & 7)", "reader.skip(tag & 7, tag >>> 3)")
    .replaceAll(/(\(tag & 7\) === 4 \|\| tag === 0\) \{\s*)break;/g, `$1${refusal("a tag")}`)
    .split("\n");
  return lines
    .flatMap((line) => {
      const [, indent, end] = /^( *)while \(reader\.pos < (end\d*)\) \{$/.exec(line) ?? [];
      if (end !== undefined) loops.push({ indent: indent!, end });
      const loop = loops.at(-1);
      if (!loop || line !== `${loop.indent}}`) return [line];
      loops.pop();
      const check = `if (reader.pos !== ${loop.end}) ${refusal("a length")}`;
      return [line, loop.indent + check];
    })
    .join("\n");
}

function refusal(what: string): string {
  return `throw new globalThis.Error("${what} in the message is wrong");`;
}

function run(program: string, args: readonly string[]): void {
  const path = `${BIN}${delimiter}${env.PATH}`;
  execFileSync(join(BIN, program), args, { cwd: ROOT, env: { ...env, PATH: path }, stdio: "pipe" });
}

if (argv[1] === fileURLToPath(import.meta.url)) generate(GENERATED);
