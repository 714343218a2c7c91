// Applies a list of alias changes as one: each change sees those before it, and all of them are applied or none.

import { AliasNotFound, CollectionAlreadyExists, CollectionNotFound } from "../../errors/collections.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_ALIASES } from "../../schema/limits.ts";
import type { UpdateAliases } from "../record/operation.ts";
import { Aliases } from "./aliases.ts";
import type { Registry } from "./registry.ts";

export type AliasAction =
  /** Creates an alias of this collection, or moves an existing one to it. */
  | { readonly kind: "create"; readonly alias: string; readonly collection: string }
  /** Removes an alias; it is no error if there is none. */
  | { readonly kind: "delete"; readonly alias: string }
  /** Renames an alias; an alias with the new name is replaced. */
  | { readonly kind: "rename"; readonly alias: string; readonly to: string };

/**
 * Returns the aliases to log so that all actions are applied.
 * @throws CollectionNotFound, CollectionDeleted, CollectionDamaged, CollectionAlreadyExists, AliasNotFound,
 * InvalidArgument
 */
export function aliasChanges(
  registry: Pick<Registry, "named" | "withUuid" | "aliases">,
  actions: readonly AliasAction[],
): UpdateAliases["aliases"] {
  const draft = new Aliases(registry.aliases.all());
  const touched = new Set<string>();
  const set = (alias: string, collection: string | null) => {
    draft.set(alias, collection);
    touched.add(alias);
  };
  for (const action of actions) {
    const { kind, alias } = action;
    if (kind === "delete") set(alias, null);
    if (kind === "create") {
      refuseName(registry, alias);
      set(alias, targetOf(registry, draft, action.collection));
    }
    if (kind === "rename") {
      const collection = draft.target(alias);
      if (collection === undefined) throw new AliasNotFound(alias);
      refuseName(registry, action.to);
      set(alias, null);
      set(action.to, collection);
    }
  }
  if (draft.size > MAX_ALIASES) {
    throw new InvalidArgument(`This server holds ${MAX_ALIASES} aliases, the most it can; delete some first`);
  }
  return Array.from(touched, (alias) => ({ alias, collection: draft.target(alias) ?? null }));
}

/** Returns the UUID of the collection that a name or an alias refers to at this point of the list. */
function targetOf(registry: Pick<Registry, "named" | "withUuid">, draft: Aliases, name: string): string {
  const collection = registry.named(name) ?? registry.withUuid(draft.target(name) ?? "");
  if (!collection) throw new CollectionNotFound(name);
  collection.ensureOperable();
  return collection.uuid;
}

function refuseName(registry: Pick<Registry, "named">, alias: string): void {
  if (registry.named(alias)) throw new CollectionAlreadyExists(alias);
}
