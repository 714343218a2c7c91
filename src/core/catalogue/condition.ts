// What a record depends on, in a cluster: the state that the server which wrote it saw must still be the state when it
// is applied.
// The decision: a condition tells the state itself, as far as the record depends on it, and not who changed it. So
// every server comes to the same verdict from its own state, and records that depend on different things do not
// disturb each other. What an operation needs in any case, such as a free name, is checked as well.
import { CollectionDamaged } from "../../errors/failures.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { MAX_ALIASES, MAX_COLLECTIONS } from "../../schema/limits.ts";
import type { Collection } from "../collection/collection.ts";
import type { Operation, OperationDraft } from "../record/operation.ts";
import type { Segments } from "../segment/segments.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { slotOf } from "../slots/point-ref.ts";
import type { Registry } from "./registry.ts";

/** Ids that are looked up between two yields. */
const IDS_PER_YIELD = 1024;

export interface RecordCondition {
  /** The state of what the operation is about, apart from points: see `stateFor`. */
  readonly state: string;
  /** The state of its points; null: it does not depend on them. */
  readonly points: PointCondition | null;
}

/** No point of the record was written since an LSN. */
interface PointCondition {
  /** The LSN up to which the server had applied all records when it read the points. */
  readonly basis: number;
  /** For each point, 1 if it existed, and 0 if not. */
  readonly existing: Uint8Array;
}

type Catalogue = Pick<Registry, "named" | "withUuid" | "aliases" | "parameters" | "size">;

/**
 * Returns the state of what an operation is about, as a text: that of its collection, of the names that it takes or
 * gives, or of the parameters. Two servers that have applied the same records return the same text.
 */
export function stateFor(catalogue: Catalogue, operation: OperationDraft | Operation): string {
  switch (operation.kind) {
    case "create_collection":
      return operation.aside ? "" : holderOf(catalogue, operation.name);
    case "replace_collection":
      return `${stateOf(catalogue, operation.collection)} ${holderOf(catalogue, operation.name)}`;
    case "update_aliases":
      return JSON.stringify(operation.aliases.map(({ alias }) => holderOf(catalogue, alias)));
    case "set_parameters":
      return operation.unconditional ? "" : String(catalogue.parameters.saved?.lsn ?? 0);
    case "no_operation":
      return "";
    default:
      return stateOf(catalogue, operation.collection);
  }
}

/**
 * Returns whether the condition of an operation holds, and the operation can take effect. All records before it have to
 * be applied.
 * @throws CollectionDamaged if this server cannot tell how the points are: a guess would make it differ from the others
 */
export function* isMet(
  catalogue: Catalogue,
  operation: Operation,
  { state, points }: RecordCondition,
): Sliced<boolean> {
  if (!isPossible(catalogue, operation) || stateFor(catalogue, operation) !== state) return false;
  if (points === null || !("ids" in operation)) return true;
  const { segments, damage } = catalogue.withUuid(operation.collection)!;
  if (damage) throw new CollectionDamaged(damage.reason, { cause: damage.cause });
  const { ids } = operation;
  for (let i = 0; i < ids.length; i++) {
    if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
    const found = segments.find(ids, i);
    if ((found === null ? 0 : 1) !== points.existing[i]) return false;
    if (found !== null && segments.at(found.ref).version(slotOf(found.ref)) > points.basis) return false;
  }
  return true;
}

/** Returns for each id 1 if there is such a point, and 0 if not. */
export function* existingOf(segments: Segments, ids: PackedIds): Sliced<Uint8Array> {
  const existing = new Uint8Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
    if (segments.find(ids, i) !== null) existing[i] = 1;
  }
  return existing;
}

function isPossible(catalogue: Catalogue, operation: Operation): boolean {
  switch (operation.kind) {
    case "create_collection": {
      const { aside = false, name } = operation;
      return aside || (catalogue.size < MAX_COLLECTIONS && holderOf(catalogue, name) === NOBODY);
    }
    case "update_aliases": {
      const given = operation.aliases.filter(({ collection }) => collection !== null);
      const fresh = given.filter(({ alias }) => catalogue.aliases.target(alias) === undefined);
      const isFree = given.every(({ alias }) => !catalogue.named(alias));
      const areReady = given.every(({ collection }) => isReady(catalogue.withUuid(collection!)));
      return isFree && areReady && (fresh.length === 0 || catalogue.aliases.size < MAX_ALIASES);
    }
    case "upsert_points":
    case "delete_points":
    case "set_payloads":
    case "update_collection": {
      const kind = catalogue.withUuid(operation.collection)?.lastingState.kind;
      return kind === "ready" || kind === "aside";
    }
    case "set_parameters":
    case "no_operation":
      return true;
    default:
      return catalogue.withUuid(operation.collection) !== undefined;
  }
}

function isReady(collection: Collection | undefined): boolean {
  return collection?.lastingState.kind === "ready";
}

const NOBODY = "-";

/** Returns what has a name: a collection, or an alias and its collection. */
function holderOf(catalogue: Catalogue, name: string): string {
  const collection = catalogue.named(name);
  if (collection) return `${collection.uuid} ${stateOf(catalogue, collection.uuid)}`;
  const target = catalogue.aliases.target(name);
  return target === undefined ? NOBODY : `alias ${target}`;
}

/** Returns the state of a collection, and the LSN of its configuration, as a text. */
export function stateOf(catalogue: Pick<Catalogue, "withUuid">, uuid: string): string {
  const collection = catalogue.withUuid(uuid);
  if (!collection) return NOBODY;
  const { lastingState, configured } = collection;
  const until = lastingState.kind === "marked" ? ` ${lastingState.deletedUntil}` : "";
  return `${lastingState.kind}${until} ${configured}`;
}
