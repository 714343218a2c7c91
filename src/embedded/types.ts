// The interface of the library, made from the operation table: a method for each row, typed by its schemas.
// The decision: there is no list of methods anywhere. A new row is a method here, in the client and in the browser; the
// declarations that are published are printed from the same schemas (library/declarations.ts).
import type { Static } from "typebox";
import type { OperationRow } from "../api/operations/index.ts";
import type { RawJson } from "../schema/raw-json.ts";
import type { FileAnswer } from "../schema/snapshot.ts";

/** What results have vectors as: see {@link Preferences}. */
export type Values = number[] | Float32Array;

export interface Preferences {
  /** What vectors in results are: plain arrays, or Float32Arrays, which are quicker. "array" unless given. */
  readonly vectors?: "array" | "float32";
}

export interface CallOptions {
  /**
   * The promise of the call is rejected with its reason as soon as it is aborted. A search under way ends early; a write
   * under way may be done all the same.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Rows whose methods every VectorDb has: all that are about data. Those of the client alone are about who may do what. */
type SharedRow = Exclude<
  Extract<OperationRow, { failureShape: "core"; success: "core" | "brief" | "bare" | "file" }>,
  { id: "getCluster" }
>;

/** A request as a program may write it. */
export type Given<T> = T extends Float32Array
  ? Float32Array | readonly number[]
  : T extends RawJson
    ? { readonly [key: string]: unknown }
    : T extends readonly (infer Item)[]
      ? readonly Given<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Given<T[Key]> }
        : T;

/** A result as a program gets it. */
type Shown<T, V extends Values> = T extends Float32Array
  ? V
  : T extends RawJson
    ? { [key: string]: unknown }
    : T extends FileAnswer
      ? T
      : T extends readonly (infer Item)[]
        ? Shown<Item, V>[]
        : T extends object
          ? { [Key in keyof T]: Shown<T[Key], V> }
          : T;

type Method<Row extends OperationRow, V extends Values> = Call<
  Given<Static<Row["request"]>>,
  Shown<Static<Row["result"]>, V>
>;

/** Of a request without a field that has to be there, all may be left out. */
type Call<Request, Result> =
  Record<string, never> extends Request
    ? (request?: Request, options?: CallOptions) => Promise<Result>
    : (request: Request, options?: CallOptions) => Promise<Result>;

export type MethodsOf<Row extends OperationRow, V extends Values> = {
  readonly [One in Row as One["id"]]: Method<One, V>;
};

/** What can be closed, also by `await using`. */
export interface Closeable {
  /** Refuses further calls, waits for those under way, and gives back what was taken. More than once does no harm. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A vector database, in this process or on a server: what is written for one runs on the other. */
export type VectorDb<V extends Values = number[]> = MethodsOf<SharedRow, V> & Closeable;
