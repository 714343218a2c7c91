// Formats a payload as one line with its first fields.
import { writeJson } from "../../../api/json.ts";
import { placeText } from "../../../kit/format.ts";

const MAX_LENGTH = 60;

export function payloadLine(payload: Readonly<Record<string, unknown>> | null | undefined, most = 4): string {
  return payloadParts(payload, most)
    .map(({ key, text }) => `${key}: ${text}`)
    .join(" · ");
}

export function payloadParts(
  payload: Readonly<Record<string, unknown>> | null | undefined,
  most: number,
): { key: string; text: string }[] {
  return Object.entries(payload ?? {})
    .slice(0, most)
    .map(([key, value]) => ({ key, text: shortened(textOf(value)) }));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const place = placeText(value);
  if (place !== undefined) return place;
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== "object");
  return isPlain ? value.join(", ") : writeJson(value);
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
