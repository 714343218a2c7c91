// What can be done with a collection: whether it is there, going, or kept in case somebody wants it back.

/**
 * `aside`: being made under a name that it does not have yet, and gone after a restart. `changing` lasts while a drop, mark or restore is being logged and applied; a marked one can
 * still be restored. `replacing` lasts while another is about to take its name: it can be read until that has it.
 */
export type CollectionState =
  | { readonly kind: "ready" }
  | { readonly kind: "changing" }
  | { readonly kind: "replacing" }
  | { readonly kind: "aside" }
  | { readonly kind: "marked"; readonly deletedUntil: number };

export const READY: CollectionState = { kind: "ready" };
export const PROVISIONAL: CollectionState = { kind: "aside" };
export const CHANGING: CollectionState = { kind: "changing" };
export const REPLACING: CollectionState = { kind: "replacing" };
