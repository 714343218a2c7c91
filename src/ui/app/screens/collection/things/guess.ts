// Guesses which payload field labels a point, and which one has its image.
// The decision: a field whose name says so is used if half of the points have a value; otherwise the field of short
// texts that differ most from point to point. Without one, points are shown by their ids.
import type { Payload } from "../../../api/types.ts";
import { imageUrl, linkUrl } from "./urls.ts";

/** Names of fields that label a point, the best first. */
const LABELS = [
  ...["name", "title", "label", "headline", "subject", "question", "sentence", "text", "caption", "city"],
  ...["content", "page_content", "document", "description", "summary", "body", "word", "filename", "file"],
];
/** The share of points that must have a value. */
const ENOUGH = 0.5;
/** The largest mean length of a label that no name suggests. */
const MAX_MEAN_LENGTH = 200;
const MAX_LABEL_LENGTH = 80;
/** Texts that tell points apart and say nothing to a reader: digests, UUIDs, moments. */
const UNREADABLE = /^(?:[0-9a-f-]{24,}|\d{4}-\d\d-\d\d(?:[T ].*)?|[\d\s.,:+-]+)$/i;

/** Returns how well a name suits a label; lower is better. */
export function labelRank(field: string): number {
  const lower = field.toLowerCase();
  const exact = LABELS.indexOf(lower);
  if (exact >= 0) return exact;
  const words = field
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const part = LABELS.findIndex((label) => words.includes(label));
  return part < 0 ? 2 * LABELS.length : LABELS.length + part;
}

/** Returns the fields of payloads in the order in which they were found. */
export function fieldsOf(payloads: readonly Payload[]): string[] {
  return [...new Set(payloads.flatMap((payload) => Object.keys(payload)))];
}

/** Returns the field that labels points; undefined if none does. */
export function guessLabel(payloads: readonly Payload[]): string | undefined {
  const fields = fieldsOf(payloads);
  const isUsable = (field: string): boolean =>
    shareOf(payloads, field, (value) => labelText(value) !== undefined && !isAddress(value)) >= ENOUGH;
  const named = fields.filter((field) => labelRank(field) < 2 * LABELS.length && isUsable(field));
  if (named.length > 0) return named.sort((a, b) => labelRank(a) - labelRank(b))[0];
  const readable = fields.filter((field) => shareOf(payloads, field, isReadable) >= ENOUGH);
  const distinct = (field: string): number =>
    new Set(payloads.map((payload) => payload[field])).size / payloads.length;
  const best = readable.sort((a, b) => distinct(b) - distinct(a))[0];
  return best !== undefined && distinct(best) >= ENOUGH ? best : undefined;
}

/** Returns the field whose values are images that this page may show; undefined if there is none. */
export function guessImage(payloads: readonly Payload[]): string | undefined {
  const share = (field: string): number => shareOf(payloads, field, (value) => imageUrl(value) !== undefined);
  const fields = fieldsOf(payloads).filter((field) => share(field) >= ENOUGH);
  return fields.sort((a, b) => share(b) - share(a))[0];
}

/** Returns a value as a short label on one line; undefined if it has none. */
export function labelText(value: unknown): string | undefined {
  if (Array.isArray(value)) return labelText(value.filter((item) => typeof item !== "object").join(", "));
  if (value === null || value === undefined || typeof value === "object") return undefined;
  const head = String(value).slice(0, 4 * MAX_LABEL_LENGTH);
  const text = head.replace(/\s+/g, " ").trim();
  if (text === "") return undefined;
  return text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text;
}

function shareOf(payloads: readonly Payload[], field: string, test: (value: unknown) => boolean): number {
  const passed = payloads.filter((payload) => test(payload[field]));
  return payloads.length === 0 ? 0 : passed.length / payloads.length;
}

function isReadable(value: unknown): boolean {
  if (typeof value !== "string" || isAddress(value)) return false;
  return value.trim() !== "" && value.length <= MAX_MEAN_LENGTH && !UNREADABLE.test(value);
}

function isAddress(value: unknown): boolean {
  return imageUrl(value) !== undefined || linkUrl(value) !== undefined;
}
