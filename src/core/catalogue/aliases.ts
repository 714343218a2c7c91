// The aliases of collections, and the effect of each kind of log record on them.
// The decision: an alias refers to a UUID, not to a name, so it follows a collection that is recovered under its name
// and is removed with one that is dropped. Records state the target of an alias absolutely, so replaying one twice
// changes nothing.

import { compareCodePoints } from "../../schema/code-points.ts";
import type { SavedAlias } from "../../storage/manifest.ts";
import type { Operation } from "../record/operation.ts";

export class Aliases {
  #targets: Map<string, string>;

  constructor(saved: readonly SavedAlias[] = []) {
    this.#targets = new Map(saved.map(({ alias, collection }) => [alias, collection]));
  }

  get size(): number {
    return this.#targets.size;
  }

  /** Returns the UUID of the collection that the alias refers to. */
  target(alias: string): string | undefined {
    return this.#targets.get(alias);
  }

  /** Returns all aliases, in code point order. */
  all(): SavedAlias[] {
    const all = Array.from(this.#targets, ([alias, collection]) => ({ alias, collection }));
    return all.sort((a, b) => compareCodePoints(a.alias, b.alias));
  }

  /** Sets the target of an alias. @param collection a UUID; null removes the alias */
  set(alias: string, collection: string | null): void {
    if (collection === null) this.#targets.delete(alias);
    else this.#targets.set(alias, collection);
  }

  /** Applies the operation to the aliases; most operations do not change them. */
  apply(operation: Operation): void {
    if (operation.kind === "update_aliases") {
      for (const { alias, collection } of operation.aliases) this.set(alias, collection);
    }
    if (operation.kind === "drop_collection") this.#redirect(operation.collection, null);
    if (operation.kind === "replace_collection" && operation.replaces !== null) {
      this.#redirect(operation.replaces, operation.collection);
    }
  }

  #redirect(from: string, to: string | null): void {
    for (const { alias, collection } of this.all()) if (collection === from) this.set(alias, to);
  }
}
