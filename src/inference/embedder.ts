// The port for models: what makes vectors of texts outside of this program, or of its main thread.
// The decision: an embedder takes all texts of a request for one model, and divides them into calls itself, so that its
// limits are its own. It makes all vectors or none.
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { SparseVector } from "../shared/sparse-vector.ts";
import type { EmbeddedForm } from "../text/bm25.ts";

export type Embedding = Float32Array | SparseVector;

export interface EmbeddingWork {
  readonly texts: readonly string[];
  /** The options of the documents; null: they have none. */
  readonly options: unknown;
  readonly form: EmbeddedForm;
  readonly signal?: CancelSignal;
  /** Counts bytes of vectors before they are made. @throws TooManyRequests, OutOfMemory */
  readonly reserve: (bytes: number) => void;
}

export interface Embedded {
  /** In the order of the texts. */
  readonly vectors: readonly Embedding[];
  /** As the model has counted them; 0 if it does not count. */
  readonly tokens: number;
}

export interface Embedder {
  /** Whether documents may have options. */
  readonly takesOptions: boolean;
  /** @throws ModelFailed, ModelTimedOut, ModelBusy, ModelUnavailable, ModelRefused, DeadlineExceeded */
  embed(work: EmbeddingWork): Promise<Embedded>;
}

/** The models that are configured. */
export interface Models {
  /** Null: there is none of this name. */
  find(name: string): Embedder | null;
  readonly names: readonly string[];
}
