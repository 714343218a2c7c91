// Makes vectors of the documents of a request and puts them where the documents were.
// The decision: this happens before anything is checked against the collection, so a document that has become a vector
// is refused, logged, searched and counted like one that the client has sent. Equal documents are embedded once.
// Nothing of the request is changed if one of its documents cannot be embedded, or if its client has left. What this
// program embeds itself comes first, so that no model elsewhere is asked for a request that is refused. The first model
// that fails ends the calls to the others.

import { InvalidBm25, UnknownModel } from "../../errors/text.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import type { Embedder, Embedding, Models } from "../../inference/embedder.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { isTooLong } from "../../schema/document.ts";
import type { InferenceUsage } from "../../schema/inference.ts";
import { MAX_DOCUMENT_BYTES } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import { type EmbeddedForm, embedDocuments } from "../../text/bm25.ts";
import { LOCAL_MODELS } from "../../text/local-models.ts";
import type { FoundDocument } from "./find.ts";

const FIELDS = ["text", "model", "options"];

/** Documents with the same model and options, by their texts. */
interface Group {
  /** Null: the model is BM25, which is here. */
  readonly remote: { readonly name: string; readonly embedder: Embedder } | null;
  readonly options: unknown;
  /** The path of the first document, for errors of the options. */
  readonly path: string;
  readonly found: Map<string, FoundDocument[]>;
}

interface EmbeddingTerms {
  readonly form: EmbeddedForm;
  readonly signal?: CancelSignal;
  /** Null: no models are configured. */
  readonly models: Models | null;
  /** Counts bytes of the vectors of models elsewhere. @throws TooManyRequests, OutOfMemory */
  readonly reserve: (bytes: number) => void;
}

/**
 * Puts vectors where the documents are.
 * @returns what models elsewhere have counted; null: none was asked
 * @throws InvalidVector, UnknownModel, DeadlineExceeded, and the errors of models
 */
export async function embedAll(
  found: readonly FoundDocument[],
  terms: EmbeddingTerms,
): Promise<InferenceUsage | null> {
  const groups = groupsOf(found, terms.models);
  const usage: Record<string, { tokens: number }> = {};
  const embedded: [Group, readonly Embedding[]][] = [];
  for (const group of groups) if (!group.remote) embedded.push([group, await sparseOf(group, terms)]);
  const remote = groups.flatMap((group) => (group.remote ? [{ group, ...group.remote }] : []));
  const { form, signal, reserve } = terms;
  let hasFailed = false;
  const either = {
    get aborted() {
      return hasFailed || (signal?.aborted ?? false);
    },
  };
  const asked = remote.map(async ({ group, name, embedder }) => {
    const texts = [...group.found.keys()];
    const work = { texts, options: group.options, form, signal: either, reserve };
    const { vectors, tokens } = await embedder.embed(work);
    embedded.push([group, vectors]);
    usage[name] = { tokens: (usage[name]?.tokens ?? 0) + tokens };
  });
  await Promise.all(asked).catch((error) => {
    hasFailed = true;
    throw error;
  });
  for (const [group, vectors] of embedded) {
    [...group.found.values()].forEach((same, i) => {
      for (const { holder, key } of same) holder[key] = vectors[i];
    });
  }
  return remote.length === 0 ? null : { models: usage };
}

/** @throws InvalidVector, UnknownModel */
function groupsOf(found: readonly FoundDocument[], models: Models | null): Group[] {
  const groups = new Map<string, Group>();
  for (const one of found) {
    const { document, path } = one;
    const remote = remoteOf(one, models);
    const text = textOf(one);
    const options = document.options ?? null;
    if (remote && !remote.embedder.takesOptions && hasMembers(options)) {
      throw new InvalidVector(
        `${path}.options`,
        `model '${remote.name}' takes no options, its settings have all; leave them out`,
      );
    }
    const key = JSON.stringify([remote?.name ?? null, options]);
    const group = groups.get(key) ?? { remote, options, path, found: new Map<string, FoundDocument[]>() };
    groups.set(key, group);
    const same = group.found.get(text);
    if (same) same.push(one);
    else group.found.set(text, [one]);
  }
  return [...groups.values()];
}

/** Returns the model of a document, or null if it is one of this program. @throws UnknownModel, InvalidVector */
function remoteOf({ document: { model }, path }: FoundDocument, models: Models | null): Group["remote"] {
  if (model === "") throw new InvalidVector(`${path}.model`, 'expected the name of a model, got ""');
  if (LOCAL_MODELS.includes(model.toLowerCase())) return null;
  const embedder = models?.find(model) ?? null;
  if (embedder === null) throw new UnknownModel(path, model, LOCAL_MODELS, models?.names);
  return { name: model, embedder };
}

function hasMembers(options: unknown): boolean {
  return options !== null && !(typeof options === "object" && Object.keys(options).length === 0);
}

async function sparseOf(
  { options, path, found }: Group,
  { form, signal }: EmbeddingTerms,
): Promise<Embedding[]> {
  try {
    return await embedDocuments([...found.keys()], options, signal, form);
  } catch (error) {
    if (error instanceof InvalidBm25) throw new InvalidVector(`${path}.options`, error.message);
    throw error;
  }
}

/** Returns the text of a document. @throws InvalidVector */
function textOf({ document, path }: FoundDocument): string {
  const { model, text } = document;
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
