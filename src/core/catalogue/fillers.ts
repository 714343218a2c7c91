// The servers that fill collections aside, such as by recovering a snapshot.
// The decision: a collection tells by itself which server fills it, so another one can remove it when that one is lost.
import type { Collection } from "../collection/collection.ts";
import type { Registry } from "./registry.ts";

type All = Pick<Registry, "everything">;

/** Returns the servers that fill collections; undefined stands for one that was alone. */
export function fillersOf(registry: All): readonly (string | undefined)[] {
  const states = registry.everything().map(({ state }) => state);
  return [...new Set(states.flatMap((state) => (state.kind === "aside" ? [state.filledBy] : [])))];
}

/**
 * Removes the collections that a server was filling. Those that cannot be removed stay.
 * @param filler undefined: one that was alone
 * @param abandon removes one of them
 */
export async function abandonOf(
  registry: All,
  filler: string | undefined,
  abandon: (collection: Collection) => Promise<void>,
): Promise<void> {
  const all = registry.everything();
  const left = all.filter(({ state }) => state.kind === "aside" && state.filledBy === filler);
  await Promise.allSettled(left.map(abandon));
}
