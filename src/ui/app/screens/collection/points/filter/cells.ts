// The contents of cells: payload values in a few characters, and a vector as a strip of colours.
import { writeJson } from "../../../../api/json.ts";
import type { Payload, PointId } from "../../../../api/types.ts";

const MAX_TEXT_LENGTH = 120;
/** The number of values of a list that are formatted; more would not be visible. */
const SHORT_LIST_ITEMS = 12;

/** Formats a value as a short text on one line. */
export function cellText(value: unknown): string {
  if (typeof value === "string")
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
  if (Array.isArray(value))
    return clip(
      `[${value.slice(0, SHORT_LIST_ITEMS).map(cellText).join(", ")}${value.length > SHORT_LIST_ITEMS ? ", …" : ""}]`,
    );
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).slice(0, SHORT_LIST_ITEMS);
    return clip(members.map(([key, member]) => `${key}: ${cellText(member)}`).join(", ") || "{}");
  }
  return typeof value === "number" ? String(value) : writeJson(value);
}

function clip(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

export function isFigure(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns numbers divided by the largest absolute one: -1 .. 1. */
export function scaled(means: readonly number[]): number[] {
  const largest = means.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  return means.map((mean) => (largest === 0 ? 0 : mean / largest));
}

/**
 * Returns a CSS background with one colour for positive values and another for negative ones. It uses variables of the
 * theme.
 */
export function strip(shares: readonly number[]): string {
  const step = 100 / Math.max(1, shares.length);
  const stops = shares.map((share, i) => {
    const name = share < 0 ? "--amber" : "--accent";
    const colour = `color-mix(in oklab, var(${name}) ${Math.round(Math.abs(share) * 90)}%, var(--sunken))`;
    return `${colour} ${(i * step).toFixed(2)}% ${((i + 1) * step).toFixed(2)}%`;
  });
  return `linear-gradient(90deg, ${stops.join(", ") || "var(--sunken), var(--sunken)"})`;
}

/** The payload fields in the order in which they were found, with the widths of their values in characters. */
export class LoadedFields {
  readonly #widths = new Map<string, number>();
  readonly #samples = new Map<string, unknown>();
  /** The width of the longest id in characters. */
  idWidth = 0;

  add(id: PointId, payload: Payload | null | undefined): void {
    this.idWidth = Math.max(this.idWidth, String(id).length);
    for (const [field, value] of Object.entries(payload ?? {})) {
      const width = Math.max(this.#widths.get(field) ?? 0, cellText(value).length);
      this.#widths.set(field, width);
      if (value !== null && !this.#samples.has(field)) this.#samples.set(field, value);
    }
  }

  get names(): string[] {
    return [...this.#widths.keys()];
  }

  width(field: string): number {
    return this.#widths.get(field) ?? 0;
  }

  sample(field: string): unknown {
    return this.#samples.get(field);
  }
}
