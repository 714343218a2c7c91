// The columns of the table: which, in which order and how wide.
// The decision: the choice is kept in this browser for each collection. It names fields, so columns of fields that
// appear later are added at the end, and those of fields that are gone stay in the menu.
import { type Signal, signal } from "@preact/signals";
import { ORDERED_TYPES } from "../../../../../shared/payload-indexes.ts";
import { keep, readKept } from "../../../kit/kept.ts";
import type { Info } from "../info.ts";
import { pathTo } from "../things/things.ts";
import { imageUrl } from "../things/urls.ts";
import { isFigure, type LoadedFields } from "./filter/cells.ts";

export interface Column {
  readonly field: string;
  /** In rem. */
  readonly width: number;
  /** Whether its values are aligned right. */
  readonly isFigure: boolean;
  /** The type of index that orders points by it; undefined if its values have no order on the server. */
  readonly order: "integer" | "float" | "datetime" | undefined;
  readonly isIndexed: boolean;
}

/** Columns in their order; hidden ones keep their position. */
export interface Choice {
  readonly order: readonly string[];
  readonly hidden: ReadonlySet<string>;
  /** The widths that were changed, in rem. */
  readonly widths: Readonly<Record<string, number>>;
  readonly isVectorHidden: boolean;
}

/** The most columns that are shown without being chosen; more would be narrow. */
const SHOWN_AT_FIRST = 12;
/** The width of digits and capitals; lower-case texts need less. */
const CHARACTER_REM = 0.58;
const PADDING_REM = 1.6;
const MIN_REM = 3.5;
const MAX_REM = 60;
const USUAL = { least: 5.5, most: 20, image: 5.5 };
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?$/;

/** Appends new fields; they are shown while there are few columns. */
function extended(choice: Choice, fields: readonly string[]): Choice {
  const { order, hidden } = choice;
  const fresh = fields.filter((field) => !order.includes(field));
  if (fresh.length === 0) return choice;
  const tooMany = fresh.filter((_, i) => order.length + i >= SHOWN_AT_FIRST);
  return { ...choice, order: [...order, ...fresh], hidden: new Set([...hidden, ...tooMany]) };
}

export function moved(choice: Choice, field: string, by: -1 | 1): Choice {
  const from = choice.order.indexOf(field);
  const to = Math.max(0, Math.min(choice.order.length - 1, from + by));
  return { ...choice, order: choice.order.toSpliced(from, 1).toSpliced(to, 0, field) };
}

export function shownOrHidden(choice: Choice, field: string): Choice {
  const hidden = new Set(choice.hidden);
  if (!hidden.delete(field)) hidden.add(field);
  return { ...choice, hidden };
}

/** Reads a kept choice, which may have been written by another version. */
function choiceFrom(kept: unknown): Choice {
  const { order, hidden, widths, isVectorHidden } = (kept ?? {}) as Record<string, unknown>;
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
  const pairs = Object.entries(typeof widths === "object" && widths !== null ? widths : {});
  return {
    order: [...new Set(texts(order))],
    hidden: new Set(texts(hidden)),
    widths: Object.fromEntries(pairs.filter(([, width]) => Number.isFinite(width))),
    isVectorHidden: isVectorHidden === true,
  };
}

const choices = new Map<string, Signal<Choice>>();

/** Returns the choice of a collection, and a function that changes and keeps it. */
export function choiceOf(collection: string) {
  const choice = choices.get(collection) ?? signal(choiceFrom(readKept(`columns.${collection}`)));
  choices.set(collection, choice);
  const setChoice = (changed: Choice): void => {
    choice.value = changed;
    keep(`columns.${collection}`, { ...changed, hidden: [...changed.hidden] });
  };
  return { choice, setChoice };
}

/** Returns the columns for the fields that were seen. */
export function columnsOf(
  chosen: Choice,
  onChange: (choice: Choice) => void,
  info: Info,
  loaded: LoadedFields,
) {
  const choice = extended(chosen, loaded.names);
  const columns = choice.order
    .filter((field) => !choice.hidden.has(field))
    .map((field) => columnOf(field, info, loaded, choice.widths[field]));
  const resize = (field: string, width: number): void => {
    const within = Math.round(Math.max(MIN_REM, Math.min(MAX_REM, width)) * 10) / 10;
    onChange({ ...choice, widths: { ...choice.widths, [field]: within } });
  };
  return { choice, onChange, columns, resize };
}

function columnOf(
  field: string,
  { payload_schema }: Info,
  loaded: LoadedFields,
  chosen: number | undefined,
): Column {
  const sample = loaded.sample(field);
  const usual = Math.max(field.length + 2, loaded.width(field)) * CHARACTER_REM + PADDING_REM;
  const fitting = Math.min(USUAL.most, Math.max(USUAL.least, usual));
  const index = payload_schema[pathTo(field)];
  const type = index?.data_type;
  const indexed = ORDERED_TYPES.includes(type!) ? (type as Column["order"]) : undefined;
  const isRanged = indexed !== undefined && index?.params?.range !== false;
  return {
    field,
    width: chosen ?? (imageUrl(sample) === undefined ? fitting : USUAL.image),
    isFigure: isFigure(sample),
    order: indexed ?? (index ? undefined : orderOf(sample)),
    isIndexed: isRanged,
  };
}

/** Returns the type of index that orders values like this one. */
function orderOf(sample: unknown): Column["order"] {
  if (typeof sample === "bigint") return "integer";
  // A float index orders whole numbers as well, and other points may have fractions.
  if (typeof sample === "number") return "float";
  return typeof sample === "string" && MOMENT.test(sample) ? "datetime" : undefined;
}
