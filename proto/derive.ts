// The `qdrant` package as it is derived from azimuth.v1: the same messages and numbers under other names.
// The decision: what is ours alone is told by its place, not by marks. It is in files that are not listed here, or it is a
// field with a number from 1,000, which the original does not use; so both packages stay one source, and a client of
// either is understood by the same code.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const OURS = "azimuth/v1/";
const FIRST_OWN_NUMBER = 1000;

/** The files of the package, each with those of ours that it is made of. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  "json_with_int.proto": ["values.proto"],
  "qdrant_common.proto": ["filters.proto"],
  "collections.proto": [
    "config.proto",
    "vector_config.proto",
    "field_indexes.proto",
    "collections.proto",
    "shards.proto",
  ],
  "collections_service.proto": ["collections_service.proto"],
  "points.proto": ["vectors.proto", "writes.proto", "search.proto", "query.proto", "results.proto"],
  "points_service.proto": ["points_service.proto"],
  "snapshots_service.proto": ["snapshots.proto"],
  "qdrant.proto": ["server.proto"],
};

const TARGETS = new Map(
  Object.entries(FILES).flatMap(([target, sources]) => sources.map((source) => [OURS + source, target])),
);

/** @returns texts by file name */
export function derive(folder: string): Map<string, string> {
  return new Map(
    Object.entries(FILES).map(([target, sources]) => {
      const texts = sources.map((source) => readFileSync(join(folder, source), "utf8"));
      return [target, joined(target, texts)];
    }),
  );
}

function joined(target: string, texts: readonly string[]): string {
  const imports = new Set(texts.flatMap(importsOf));
  imports.delete(target);
  return [
    'syntax = "proto3";',
    "package qdrant;",
    ...Array.from(imports, (name) => `import "${name}";`),
    ...texts.map(body),
  ].join("\n");
}

/** Files that are not ours, such as google/protobuf/timestamp.proto, keep their names. What is ours alone is left out. */
function importsOf(text: string): string[] {
  return Array.from(text.matchAll(/^import "(.+)";$/gm), ([, name]) => name!).flatMap(
    (name) => TARGETS.get(name) ?? (name.startsWith(OURS) ? [] : name),
  );
}

/** Declarations without comments, and without what is ours alone. */
function body(text: string): string {
  const lines = text.split("\n").filter((line) => {
    const number = / = (\d+)[ ;]/.exec(line);
    return !/^\s*(?:\/\/|syntax |package |import )/.test(line) && Number(number?.[1] ?? 0) < FIRST_OWN_NUMBER;
  });
  return lines.join("\n").replace("service Server {", "service Qdrant {");
}
