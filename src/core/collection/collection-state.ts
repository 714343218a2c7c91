// The states of a collection, which decide what can be done with it.

/**
 * - `aside`: the collection is being filled before it takes its name; a restart of the server that does so removes it.
 * - `changing`: a drop, mark or restore is being logged and applied.
 * - `replacing`: another collection is about to take its name; it can be read until then.
 * - `marked`: it is deleted and can be restored until `deletedUntil`, in milliseconds since 1970.
 */
export type CollectionState =
  | { readonly kind: "ready" }
  | { readonly kind: "changing" }
  | { readonly kind: "replacing" }
  | { readonly kind: "aside"; readonly filledBy?: string | undefined }
  | { readonly kind: "marked"; readonly deletedUntil: number };

export const READY: CollectionState = { kind: "ready" };
export const CHANGING: CollectionState = { kind: "changing" };
export const REPLACING: CollectionState = { kind: "replacing" };
