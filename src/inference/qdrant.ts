// The protocol of Qdrant's inference servers: {inputs, inference, token} -> {embeddings, usage}.
// The decision: options of documents are passed on, as Qdrant does, because only the endpoint knows them. The key is
// the member `token`.
import type { Embedded } from "./embedder.ts";
import type { CompleteSettings } from "./model-settings.ts";
import {
  type CallTexts,
  checkCount,
  countOf,
  DENSE_OR_SPARSE,
  denseOrSparseOf,
  memberOf,
  NoVectors,
  type Protocol,
  shapeWith,
} from "./protocol.ts";

const SHAPE = shapeWith({ properties: { embeddings: { items: DENSE_OR_SPARSE } } });

export class QdrantProtocol implements Protocol {
  readonly takesOptions = true;
  readonly shape = SHAPE;
  readonly #model: string;

  constructor({ model }: Pick<CompleteSettings, "model">) {
    this.#model = model;
  }

  request({ texts, options, form }: CallTexts, key: string | null): ReturnType<Protocol["request"]> {
    const inputs = texts.map((text) => ({ data: text, data_type: "text", model: this.#model, options }));
    const inference = form === "query" ? "search" : "update";
    return { body: { inputs, inference, token: key }, headers: {} };
  }

  read(answer: unknown, texts: number): Embedded {
    const embeddings = memberOf(answer, "embeddings");
    if (!Array.isArray(embeddings)) throw new NoVectors("its answer has no list of vectors");
    checkCount(embeddings.length, texts);
    const models = memberOf(memberOf(answer, "usage"), "models");
    const counts = typeof models === "object" && models !== null ? Object.values(models) : [];
    const tokens = counts.reduce<number>((sum, one) => sum + countOf(memberOf(one, "tokens")), 0);
    return { vectors: embeddings.map(denseOrSparseOf), tokens };
  }
}
