// `azimuth collections`: lists, creates, shows, deletes and restores collections.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import type { CollectionInfo } from "../schema/collection.ts";
import { DISTANCE_NAMES } from "../shared/distances.ts";
import { listed } from "../shared/listed.ts";
import { choiceOf, jsonOf, sizeOf, wrongValue } from "./common/flag-values.ts";
import { writeResult } from "./common/output.ts";
import { requestOf } from "./common/request.ts";
import { pathOf, type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";
import { tableOf } from "./common/table.ts";
import { listDeletions, restorePoints } from "./deletions.ts";

interface CreateFlags extends ServerFlags {
  readonly size?: string;
  readonly distance: string;
  readonly vector?: readonly string[];
  readonly sparse?: readonly string[];
  readonly config?: string;
  readonly ifNotExists?: boolean;
}

interface DeleteFlags extends ServerFlags {
  readonly yes?: boolean;
  readonly undo?: string;
}

export function addCollectionCommands(program: Command, parts: ServerParts): void {
  const { run } = parts;
  const collections = program
    .command("collections")
    .description("list, create, show, delete and restore collections");
  const each = (value: string, before: string[] = []) => [...before, value];
  withServer(
    collections.command("list").description("list the collections with their number of points and state"),
  ).action((flags: ServerFlags) => run(() => list(parts, flags)));
  withServer(
    collections
      .command("create")
      .description("create a collection")
      .argument("<name>", "name of the collection")
      .option("--size <n>", "dimension of the unnamed vector")
      .option("--distance <distance>", `distance of the vectors: ${listed(DISTANCE_NAMES, "or")}`, "Cosine")
      .option("--vector <name=size>", "a named vector; repeat for each name", each)
      .option(
        "--sparse <name[:idf]>",
        "sparse vectors of a name, with the modifier idf; repeat for each",
        each,
      )
      .option("--config <json>", 'further fields of the request, such as \'{"hnsw_config": {"m": 32}}\'')
      .option("--if-not-exists", "change nothing if the collection exists"),
  ).action((name: string, flags: CreateFlags) => run(() => create(parts, name, flags)));
  withServer(
    collections
      .command("show")
      .description("show the configuration and state of a collection")
      .argument("<name>", "name of the collection"),
  ).action((name: string, flags: ServerFlags) => run(() => show(parts, name, flags)));
  withServer(
    collections
      .command("delete")
      .description("delete a collection")
      .argument("<name>", "name of the collection")
      .option(
        "--undo <seconds>",
        "keep the data for this many seconds, so that the collection can be restored",
      )
      .option("--yes", "confirm: without --undo the collection cannot be restored"),
  ).action((name: string, flags: DeleteFlags) => run(() => remove(parts, name, flags)));
  withServer(
    collections
      .command("restore")
      .description(
        "restore a collection that was deleted with --undo, which needs the token of a login if authentication is on, or the points of one deletion",
      )
      .argument("<name>", "name of the collection")
      .argument("[deletion]", "id of a deletion of points, as listed by deleted"),
  ).action((name: string, deletion: string | undefined, flags: ServerFlags) =>
    run(() =>
      deletion === undefined ? restore(parts, name, flags) : restorePoints(parts, name, deletion, flags),
    ),
  );
  withServer(
    collections
      .command("deleted")
      .description("list the deletions of points with undo_seconds that can be restored")
      .argument("<name>", "name of the collection"),
  ).action((name: string, flags: ServerFlags) => run(() => listDeletions(parts, name, flags)));
}

async function list(parts: ServerParts, flags: ServerFlags): Promise<boolean> {
  const server = serverOf(flags, parts);
  const { collections } = await requestOf<{ collections: { name: string }[] }>(server, "GET", "/collections");
  const infos = await Promise.all(
    collections.map(({ name }) => requestOf<CollectionInfo>(server, "GET", pathOf(name))),
  );
  const rows = collections.map(({ name }, i) => ({ name, ...infos[i]! }));
  const told = rows.map(({ name, status, points_count, config }) => {
    const { vectors, sparse_vectors } = config.params;
    return { name, status, points_count, vectors, sparse_vectors };
  });
  const cells = rows.map((row) => [row.name, row.points_count, row.status, vectorsText(row)] as const);
  const text = tableOf(["NAME", "POINTS", "STATUS", "VECTORS"], cells);
  return writeResult(parts.stdout, flags, told, text);
}

function vectorsText({ config }: CollectionInfo): string {
  const vectors: { readonly size?: unknown } = config.params.vectors;
  const text = ({ size, distance }: { size?: unknown; distance?: unknown }) => `${size} ${distance}`;
  const dense =
    typeof vectors.size === "number"
      ? [text(vectors)]
      : Object.entries(vectors as Record<string, object>).map(([name, params]) => `${name}: ${text(params)}`);
  const sparse = Object.entries(config.params.sparse_vectors ?? {}).map(
    ([name, { modifier }]) => `${name}: sparse${modifier === "idf" ? " idf" : ""}`,
  );
  return [...dense, ...sparse].join(", ");
}

async function create(parts: ServerParts, name: string, flags: CreateFlags): Promise<boolean> {
  const { size, distance, vector = [], sparse = [], config = "{}" } = flags;
  const isDenseSaid = size !== undefined || vector.length > 0;
  if ((size !== undefined && vector.length > 0) || !(isDenseSaid || sparse.length > 0))
    throw new WrongUsage("say --size N, or --vector NAME=SIZE for each vector, or --sparse NAME");
  choiceOf("--distance", distance, DISTANCE_NAMES);
  const named = vector.map((text) => {
    const [, key, number] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (key === undefined) throw wrongValue("--vector", "NAME=SIZE", text);
    return [key, { size: sizeOf("--vector", number!), distance }] as const;
  });
  const vectors_config =
    size === undefined ? Object.fromEntries(named) : { size: sizeOf("--size", size), distance };
  const sparse_vectors = Object.fromEntries(sparse.map(sparseOf));
  const more = jsonOf("--config", config);
  const request = {
    ...(isDenseSaid && { vectors_config }),
    ...(sparse.length > 0 && { sparse_vectors }),
    ...more,
    ...(flags.ifNotExists && { if_not_exists: true }),
  };
  const isNew = await requestOf<boolean>(serverOf(flags, parts), "PUT", pathOf(name), request);
  const told = isNew ? `${name} is created` : `${name} exists and was not changed`;
  return writeResult(parts.stdout, flags, isNew, `${told}\n`);
}

/** Reads `NAME` or `NAME:idf`; names of sparse vectors have no colon. */
function sparseOf(text: string): [string, object] {
  const [, name, modifier] = /^([^:]+)(?::(.*))?$/.exec(text) ?? [];
  if (name === undefined || (modifier !== undefined && modifier !== "idf"))
    throw wrongValue("--sparse", "NAME or NAME:idf", text);
  return [name, modifier ? { modifier } : {}];
}

async function show(parts: ServerParts, name: string, flags: ServerFlags): Promise<boolean> {
  const info = await requestOf<CollectionInfo>(serverOf(flags, parts), "GET", pathOf(name));
  const { status, points_count, indexed_vectors_count, segments_count, config, payload_schema } = info;
  const { m, ef_construct, recall } = config.hnsw_config;
  const indexes = Object.entries(payload_schema).map(([key, { data_type }]) => `${key} (${data_type})`);
  const lines = [
    `${name}: ${status}`,
    `  points: ${points_count}, of their vectors ${indexed_vectors_count} in the graph, in ${segments_count} segments`,
    `  vectors: ${vectorsText(info)}`,
    `  graph: m ${m}, ef_construct ${ef_construct}${recall ? `, recall ${recall}` : ""}`,
    `  payload indexes: ${indexes.join(", ") || "none"}`,
    ...(info.warnings ?? []).map(({ message }) => `  warning: ${message}`),
  ];
  return writeResult(parts.stdout, flags, info, `${lines.join("\n")}\n`);
}

async function remove(parts: ServerParts, name: string, flags: DeleteFlags): Promise<boolean> {
  const { undo, yes } = flags;
  if (undo === undefined && !yes)
    throw new WrongUsage(`${name} could not be restored: say --undo SECONDS to keep it meanwhile, or --yes`);
  const query = undo === undefined ? "" : `?undo_seconds=${sizeOf("--undo", undo)}`;
  await requestOf(serverOf(flags, parts), "DELETE", pathOf(name, query));
  const after = undo === undefined ? "" : `; within ${undo} s: azimuth collections restore ${name}`;
  return writeResult(parts.stdout, flags, true, `${name} is deleted${after}\n`);
}

async function restore(parts: ServerParts, name: string, flags: ServerFlags): Promise<boolean> {
  await requestOf(serverOf(flags, parts), "POST", pathOf(name, "/restore"));
  return writeResult(parts.stdout, flags, true, `${name} is restored\n`);
}
