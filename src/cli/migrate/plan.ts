// What a migration will take: the collections that are chosen, their names in Azimuth, and a description of them.
// The decision: the types of payload fields are those of the first rows, because no source but Weaviate and PostgreSQL
// tells them, and reading all rows would take as long as the migration.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { WrongUsage } from "../../errors/usage.ts";
import { parseExact } from "../../json/plain.ts";
import { isCollectionName } from "../../schema/alias.ts";
import { MAX_COLLECTION_NAME_LENGTH } from "../../schema/limits.ts";
import { tableOf } from "../common/table.ts";
import type { SourceCollection, SourceDatabase } from "./source-database.ts";
import { shownVectors } from "./target.ts";

/** A collection that is asked for, and its name in Azimuth; null: the same name. */
export interface Choice {
  readonly from: string;
  readonly to: string | null;
}

export interface PlannedCollection {
  readonly collection: SourceCollection;
  readonly target: string;
  /** The reason why it is not taken; null: it is. */
  readonly refusal: string | null;
}

const SAMPLE_ROWS = 100;
const TYPES: Readonly<Record<string, string>> = { string: "text", boolean: "bool", bigint: "integer" };

/** @throws InvalidArgument if the source has no collections, or none of a name that is asked for */
export async function planOf(
  source: SourceDatabase,
  choices: readonly Choice[],
): Promise<readonly PlannedCollection[]> {
  const names = choices.map(({ from }) => from);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new WrongUsage(`--collection ${twice} is given twice`);
  const found = await source.collections(choices.length > 0 ? names : null);
  if (found.length === 0) throw new InvalidArgument(`${source.name} has no collections`);
  const targets = new Map<string, string>();
  return found.map((collection) => {
    const { name } = collection;
    const target = choices.find(({ from }) => from === name)?.to ?? name;
    const other = targets.get(target);
    if (other !== undefined)
      throw new WrongUsage(`${other} and ${name} would both become ${target}: say --as`);
    targets.set(target, name);
    return { collection, target, refusal: collection.refusal ?? refusalOf(target) };
  });
}

function refusalOf(target: string): string | null {
  if (isCollectionName(target)) return null;
  return (
    `a collection of Azimuth cannot have the name ${JSON.stringify(target.slice(0, 80))}: it has 1 to ` +
    `${MAX_COLLECTION_NAME_LENGTH} characters and none of < > : " / \\ | ? *; say --as with another name`
  );
}

/** Returns the plan as text and as values for JSON. */
export async function describePlan(source: SourceDatabase, plan: readonly PlannedCollection[]) {
  const told = [];
  for (const one of plan) told.push(await describe(source, one));
  const rows = told.map(({ collection, target, points, vectors, refused: why }) => [
    collection,
    why === null ? target : "not taken",
    points,
    vectors,
  ]);
  const lines = told.flatMap(({ collection, payload, indexes, notes, refused: why }) => [
    ...(why === null ? [] : [`${collection} is not taken: ${why}`]),
    ...(why === null && payload !== "" ? [`${collection} payload: ${payload}`] : []),
    ...(indexes.length > 0 ? [`${collection} payload indexes: ${indexes.join(", ")}`] : []),
    ...notes.map((note) => `${collection} note: ${note}`),
  ]);
  const table = tableOf(["COLLECTION", "BECOMES", "POINTS", "VECTORS"], rows);
  return { told, text: [table, ...lines.map((line) => `${line}\n`)].join("") };
}

async function describe(source: SourceDatabase, { collection, target, refusal }: PlannedCollection) {
  const { name, points, dense, sparse, indexes, notes } = collection;
  const types = refusal === null ? await payloadTypes(source, name) : new Map<string, Set<string>>();
  return {
    collection: name,
    target,
    points,
    vectors: shownVectors(dense, [...sparse.keys()]),
    payload: Array.from(types, ([field, kinds]) => `${field} (${[...kinds].sort().join(" or ")})`).join(", "),
    indexes: Array.from(
      indexes,
      ([path, schema]) => `${path} (${typeof schema === "string" ? schema : schema.type})`,
    ),
    notes,
    refused: refusal,
  };
}

async function payloadTypes(source: SourceDatabase, collection: string): Promise<Map<string, Set<string>>> {
  const types = new Map<string, Set<string>>();
  let read = 0;
  for await (const { line } of source.rows(collection, null)) {
    if (line !== null) {
      const { payload } = parseExact(line) as { payload: Record<string, unknown> };
      for (const [field, value] of Object.entries(payload))
        types.set(field, (types.get(field) ?? new Set()).add(typeOf(value)));
    }
    if (++read >= SAMPLE_ROWS) break;
  }
  return types;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "float";
  return TYPES[typeof value] ?? typeof value;
}
