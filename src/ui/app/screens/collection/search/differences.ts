// What one search form has and another one has not, in a few words.
import { type Form, writeForm } from "./form.ts";

const MAX_LENGTH = 60;

/** Describes what one form has and the other one has not. */
export function differences(one: Form, other: Form): [own: string, other: string] {
  const [left, right] = [writeForm(one), writeForm(other)];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const changed = keys.filter((key) => left[key] !== right[key]);
  const text = (form: Record<string, string>): string => {
    const parts = changed.flatMap((key) => (form[key] === undefined ? [] : `${key} ${form[key]}`));
    return parts
      .map((part) => (part.length > MAX_LENGTH ? `${part.slice(0, MAX_LENGTH)}…` : part))
      .join(", ");
  };
  return [text(left) || "default settings", text(right) || "default settings"];
}
