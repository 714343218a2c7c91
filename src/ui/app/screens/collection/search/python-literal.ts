// Values of requests as Python writes them.
import { writeJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";

/** A string of JSON, or one of the words that Python writes differently. */
const WORDS = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
const PYTHON: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** @param margin what lines after the first begin with */
export function pythonLiteral(value: unknown, margin = ""): string {
  const text = prettyJson(writeJson(value)).replace(WORDS, (token) => PYTHON[token] ?? token);
  return text.replaceAll("\n", `\n${margin}`);
}
