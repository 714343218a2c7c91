// Makes vectors of the documents of a request and puts them where the documents were.
// The decision: this happens before anything is checked against the collection, so a document that has become a sparse
// vector is refused, logged, searched and counted like one that the client has sent. Equal documents are embedded once.
// Nothing of the request is changed if one of its documents cannot be embedded.

import { InvalidBm25, UnknownModel } from "../../errors/text.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { isTooLong } from "../../schema/document.ts";
import { MAX_DOCUMENT_BYTES } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import type { SparseVector } from "../../shared/sparse-vector.ts";
import { type EmbeddedForm, embedDocuments } from "../../text/bm25.ts";
import type { FoundDocument } from "./find.ts";

/** The models that are here: names in lower case, as clients may write them in any. */
const LOCAL_MODELS = ["qdrant/bm25", "bm25"];
const FIELDS = ["text", "model", "options"];

/** Documents with the same options, by their texts. */
interface Group {
  readonly options: unknown;
  /** The path of the first document, for errors of the options. */
  readonly path: string;
  readonly found: Map<string, FoundDocument[]>;
}

/**
 * Puts vectors where the documents are.
 * @throws InvalidVector, UnknownModel, DeadlineExceeded
 */
export async function embedAll(
  found: readonly FoundDocument[],
  form: EmbeddedForm,
  signal?: CancelSignal,
): Promise<void> {
  const groups = new Map<string, Group>();
  for (const one of found) {
    const text = textOf(one);
    const options = one.document.options ?? null;
    const key = JSON.stringify(options);
    const group = groups.get(key) ?? { options, path: one.path, found: new Map<string, FoundDocument[]>() };
    groups.set(key, group);
    const same = group.found.get(text);
    if (same) same.push(one);
    else group.found.set(text, [one]);
  }
  const embedded: [Group, SparseVector[]][] = [];
  for (const group of groups.values()) embedded.push([group, await vectorsOf(group, form, signal)]);
  for (const [group, vectors] of embedded) {
    [...group.found.values()].forEach((same, i) => {
      for (const { holder, key } of same) holder[key] = vectors[i];
    });
  }
}

async function vectorsOf(
  { options, path, found }: Group,
  form: EmbeddedForm,
  signal: CancelSignal | undefined,
): Promise<SparseVector[]> {
  try {
    return await embedDocuments([...found.keys()], options, signal, form);
  } catch (error) {
    if (error instanceof InvalidBm25) throw new InvalidVector(`${path}.options`, error.message);
    throw error;
  }
}

/** Returns the text of a document. @throws InvalidVector, UnknownModel */
function textOf({ document, path }: FoundDocument): string {
  const { model, text } = document;
  if (!LOCAL_MODELS.includes(model.toLowerCase())) throw new UnknownModel(path, model, LOCAL_MODELS);
  if (!Object.hasOwn(document, "text")) {
    throw new InvalidVector(path, `Only text input is supported for ${model}.`);
  }
  if (typeof text !== "string") {
    throw new InvalidVector(`${path}.text`, `expected a string, got ${show(text)}`, "format");
  }
  const other = Object.keys(document).find((name) => !FIELDS.includes(name));
  if (other !== undefined) {
    throw new InvalidVector(
      `${path}.${other}`,
      `expected no other fields than ${FIELDS.join(", ")}`,
      "format",
    );
  }
  if (isTooLong(text)) {
    throw new InvalidVector(`${path}.text`, `at most ${MAX_DOCUMENT_BYTES} bytes`);
  }
  return text;
}
