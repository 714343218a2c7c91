// `azimuth search`: finds the points of a collection that are nearest to a vector or to another point, or whose texts
// fit some words best.
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import { parseExact, writePlain } from "../json/plain.ts";
import { ID_RULE, isPointId, type PointId } from "../schema/leaf.ts";
import type { Recall } from "../schema/recall.ts";
import {
  EF_FLAG,
  type EffortFlags,
  effortOf,
  jsonOf,
  RECALL_FLAG,
  sizeOf,
  wrongValue,
} from "./common/flag-values.ts";
import { writeResult } from "./common/output.ts";
import { Refused, requestWhole } from "./common/request.ts";
import { pathOf, type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";
import { tableOf } from "./common/table.ts";
import { unreadable } from "./data/file-faults.ts";

interface SearchFlags extends ServerFlags, EffortFlags {
  readonly like?: string;
  readonly using?: string;
  readonly filter?: string;
  readonly limit: string;
  readonly exact?: boolean;
  readonly withVectors?: boolean;
}

interface Answer {
  readonly result: { readonly points: readonly Hit[] };
  readonly recall?: Recall;
}

interface Hit {
  readonly id: number | bigint | string;
  readonly score: number;
  readonly payload?: unknown;
  readonly vector?: unknown;
}

export function addSearchCommand(program: Command, parts: ServerParts): void {
  withServer(
    program
      .command("search")
      .description("find the points nearest to a vector or to a point, or those that fit some words best")
      .argument("<collection>", "name of the collection")
      .argument("[query]", "words, or a vector as JSON; or @FILE with them")
      .option("--like <id>", "search with the vector of this point instead")
      .option("--using <name>", "the named vector to compare, or the key of the text index")
      .option("--filter <json>", "filter of the points, as in the API; or @FILE")
      .option("--limit <n>", "maximum number of results", "10")
      .option("--exact", "compare with every point instead of searching the graph")
      .option(...EF_FLAG)
      .option(...RECALL_FLAG)
      .option("--with-vectors", "also show the vectors"),
  )
    .addHelpText(
      "after",
      "\nAn argument that begins with [ is a vector. In words, a part in quotes is a phrase, and a word with a star at its\n" +
        "end stands for all that begin with it; they need a text index that scores, see azimuth import --text-field.\n" +
        "\nExamples:\n  azimuth search movies '[0.1, 0.9, 0.2, 0.4]' --limit 5\n" +
        "  azimuth search movies 'submarine captain' --using plot\n" +
        '  azimuth search movies --like 17 --filter \'{"must": [{"key": "year", "range": {"gte": 2000}}]}\'',
    )
    .action((collection: string, query: string | undefined, flags: SearchFlags) =>
      parts.run(() => search(parts, collection, query, flags)),
    );
}

async function search(parts: ServerParts, collection: string, query: string | undefined, flags: SearchFlags) {
  const { like, using, filter, limit, exact, withVectors } = flags;
  if ((query === undefined) === (like === undefined))
    throw new WrongUsage("say what to compare with: words, a vector, or --like ID");
  const params = { ...(exact && { exact }), ...effortOf(flags) };
  const request = {
    query: like === undefined ? queryOf(textOf(query!)) : idOf(like),
    ...(using !== undefined && { using }),
    ...(filter !== undefined && { filter: jsonOf("--filter", textOf(filter)) }),
    ...(Object.keys(params).length > 0 && { params }),
    limit: sizeOf("--limit", limit),
    with_payload: true,
    with_vector: withVectors === true,
  };
  const path = pathOf(collection, "/points/query");
  const { result, recall } = await requestWhole<Answer>(serverOf(flags, parts), "POST", path, request).catch(
    (error) => {
      throw isText(request.query) ? withHint(error, collection) : error;
    },
  );
  const { points } = result;
  const told = () => textFor(points, withVectors === true) + (recall ? recallText(recall) : "");
  // The form depends on the flags and the argument alone, not on what the collection asks for.
  const asObject = flags.recall !== undefined || isText(request.query);
  const shown = asObject ? { points, ...(recall && { recall }) } : points;
  return writeResult(parts.stdout, flags, shown, told);
}

function textFor(hits: readonly Hit[], withVectors: boolean): string {
  if (hits.length === 0) return "nothing was found\n";
  const heads = ["ID", "SCORE", "PAYLOAD", ...(withVectors ? ["VECTOR"] : [])];
  const rows = hits.map(({ id, score, payload, vector }) => [
    String(id),
    score.toPrecision(6),
    payload === undefined || payload === null ? "" : writePlain(payload),
    ...(withVectors ? [writePlain(vector)] : []),
  ]);
  return tableOf(heads, rows);
}

function recallText({ asked, expected, ef }: Recall): string {
  const how = ef === null ? "all vectors were compared" : `ef ${ef}`;
  return `recall: ${asked} asked, ${expected ?? "not measured yet"}${expected === null ? "" : " expected"}; ${how}\n`;
}

function idOf(text: string): PointId {
  const id = /^\d+$/.test(text) ? BigInt(text) : text;
  if (isPointId(id)) return id;
  throw wrongValue("--like", ID_RULE, text);
}

/** Returns the query that an argument stands for: a vector if it begins like one, else words. */
function queryOf(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return { text };
  try {
    const value = parseExact(text);
    if (Array.isArray(value)) return value;
  } catch {
    // The error below says it.
  }
  throw wrongValue("the vector", "a JSON array of numbers", text);
}

function isText(query: unknown): boolean {
  return typeof query === "object" && query !== null && "text" in query;
}

const NO_INDEX = /text index/;

/** Returns the error of a search by words, which says what to do if the collection has no text index for it. */
function withHint(error: unknown, collection: string): unknown {
  if (!(error instanceof Refused) || !NO_INDEX.test(error.message)) return error;
  const how =
    `make a text index that scores: azimuth import ${collection} FILE --text-field FIELD, or ` +
    `PUT /collections/${collection}/index {"field_name": FIELD, "field_schema": "text"}`;
  return new WrongUsage(`${error.message}\n  ${how}`);
}

/** Returns the text, or the content of the file that it names with @. */
function textOf(text: string): string {
  if (!text.startsWith("@")) return text;
  const path = text.slice(1);
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
