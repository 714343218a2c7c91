// The interface of the library, made from the operation table: a method for each row, typed by its schemas.
// The decision: no list of methods is written by hand. A new row is a method here, in the client and in the browser;
// the published declarations are printed from the same schemas (library/declarations.ts).
import type { Static, TSchema } from "typebox";
import type { OperationRow } from "../api/operations/index.ts";
import type { RawJson } from "../schema/raw-json.ts";
import type { FileAnswer, StreamAnswer } from "../schema/snapshot.ts";

/** The form of vectors in results, see {@link Preferences}. */
export type Values = number[] | Float32Array;

export interface Preferences {
  /** The form of vectors in results: plain arrays, or Float32Arrays, which are faster. The default is "array". */
  readonly vectors?: "array" | "float32";
}

export interface CallOptions {
  /**
   * Aborts the call: its promise is rejected with the reason of the signal at once. A search in flight ends early; a
   * write in flight may still be performed.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Rows whose methods every VectorDb has: all operations on data. Only the client also has those on credentials,
 * licenses and models.
 */
type SharedRow = Exclude<
  Extract<OperationRow, { failureShape: "core"; success: "core" | "brief" | "bare" | "file" }>,
  {
    id:
      | "getCluster"
      | "getCollectionCluster"
      | "updateCollectionCluster"
      | "removePeer"
      | "drainPeer"
      | "listModels"
      | "setModel"
      | "deleteModel";
  }
>;

/** A request as a program may write it. */
export type Given<T> = T extends Float32Array
  ? Float32Array | readonly number[]
  : T extends Uint32Array
    ? Uint32Array | readonly number[]
    : T extends RawJson
      ? { readonly [key: string]: unknown }
      : T extends readonly (infer Item)[]
        ? readonly Given<Item>[]
        : T extends object
          ? { readonly [Key in keyof T]: Given<T[Key]> }
          : T;

/** A result as a program receives it. */
type Shown<T, V extends Values> = T extends Float32Array
  ? V
  : T extends Uint32Array
    ? V extends Float32Array
      ? Uint32Array
      : number[]
    : T extends RawJson
      ? { [key: string]: unknown }
      : T extends FileAnswer | StreamAnswer
        ? T
        : T extends readonly (infer Item)[]
          ? Shown<Item, V>[]
          : T extends object
            ? { [Key in keyof T]: Shown<T[Key], V> }
            : T;

/** The recall that stands beside the result of a search, where the request or the collection asks for one. */
type RecallOf<Row extends OperationRow> = Row["beside"] extends { readonly recall: infer S extends TSchema }
  ? { readonly recall?: Static<S> }
  : unknown;

type Method<Row extends OperationRow, V extends Values> = Call<
  Given<Static<Row["request"]>>,
  Shown<Static<Row["result"]>, V> & RecallOf<Row>
>;

/** The request may be left out if it has no required field. */
type Call<Request, Result> =
  Record<string, never> extends Request
    ? (request?: Request, options?: CallOptions) => Promise<Result>
    : (request: Request, options?: CallOptions) => Promise<Result>;

export type MethodsOf<Row extends OperationRow, V extends Values> = {
  readonly [Entry in Row as Entry["id"]]: Method<Entry, V>;
};

/** A resource that is closed explicitly or by `await using`. */
export interface Closeable {
  /** Refuses further calls, waits for those in flight, and releases all resources. It may be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A vector database, in this process or on a server. Code that is written for one works with the other. */
export type VectorDb<V extends Values = number[]> = MethodsOf<SharedRow, V> & Closeable;
