// The collection that an import writes to: it is made from the first row, with a text index, if the user asks for it.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import { Refused, requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import { formsOf, type Prepared } from "./mapping.ts";

interface TargetFlags {
  readonly create?: boolean;
  readonly distance: string;
}

/** @throws VectorDbError if it does not exist and is not created */
export async function ensureCollection(
  server: Server,
  collection: string,
  { create, distance }: TargetFlags,
  first: Prepared | null,
): Promise<void> {
  try {
    await requestOf(server, "GET", pathOf(collection));
    return;
  } catch (error) {
    if (!(error instanceof Refused) || error.serverCode !== "NOT_FOUND") throw error;
    if (!create) throw new InvalidArgument(`${error.message}; say --create to make it`);
  }
  const forms = first?.line ? formsOf(first.line) : null;
  if (!forms) {
    const why = first?.fault ?? "it has none";
    throw new InvalidArgument(`--create: the first row does not say how long vectors are: ${why}`);
  }
  const { dense, sparse } = forms;
  const params = Array.from(dense, ([name, size]) => [name, { size, distance }] as const);
  const unnamed = dense.has("") ? params[0]![1] : null;
  await requestOf(server, "PUT", pathOf(collection), {
    ...((params.length > 0 || sparse.length === 0) && {
      vectors_config: unnamed ?? Object.fromEntries(params),
    }),
    ...(sparse.length > 0 && { sparse_vectors: Object.fromEntries(sparse.map((name) => [name, {}])) }),
  });
}

/**
 * Makes a text index that scores on a field, with phrases. One that is there keeps its options, but for those that are
 * asked for.
 */
export async function ensureTextIndex(
  server: Server,
  collection: string,
  field: string,
  asked: { readonly language?: string },
): Promise<void> {
  const { payload_schema } = await requestOf<CollectionInfo>(server, "GET", pathOf(collection));
  const { data_type, params } = payload_schema[field] ?? {};
  const present: Readonly<Record<string, unknown>> | null = data_type === "text" ? { ...params } : null;
  const { language = present?.language } = asked;
  if (present?.scoring && present.language === language) return;
  const options = present ?? { phrase_matching: true };
  const field_schema = { type: "text", ...options, ...asked, scoring: true };
  await requestOf(server, "PUT", pathOf(collection, "/index"), { field_name: field, field_schema });
}
