// Colours for the code of pages: comments, strings, numbers, words of the language, and names before a colon.
// The decision: one regular expression for each language, tried at every position, at build time. It does not parse,
// and a page loads no library for it.
import { escapeHtml } from "./html.ts";

/** Alternatives with the names of their classes; the first that matches is taken. */
type Rules = readonly (readonly [name: string, pattern: string])[];

const TWO_QUOTES = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const NUMBER: Rules[number] = ["number", String.raw`(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b(?!\.\d)`];
const JSON_RULES: Rules = [
  ["name", String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
  ["string", String.raw`"(?:[^"\\\n]|\\.)*"`],
  ["word", String.raw`\b(?:true|false|null)\b`],
  NUMBER,
];
const SCRIPT_RULES: Rules = [
  ["comment", String.raw`//[^\n]*|/\*[\s\S]*?\*/`],
  ["string", `${TWO_QUOTES}|\`(?:[^\`\\\\]|\\\\.)*\``],
  [
    "word",
    String.raw`\b(?:import|from|export|const|let|await|async|new|for|of|in|if|else|return|function|try|catch|true|false|null|undefined)\b`,
  ],
  NUMBER,
];
const SHELL_RULES: Rules = [
  ["comment", String.raw`(?<![^\s])#[^\n]*`],
  ["name", String.raw`"[\w$./-]+"(?=\s*:)`],
  // A body between single quotes is JSON, whose names and strings are more telling than one long string.
  ["string", String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n{\[]*'`],
  ["flag", String.raw`(?<=\s)--?[a-zA-Z][\w-]*`],
  ["word", String.raw`(?<=^|\n|&& |\| )(?:curl|npm|npx|node|azimuth|docker|kubectl|helm|export|cd|sudo)\b`],
];
const YAML_RULES: Rules = [
  ["comment", String.raw`(?<![^\s])#[^\n]*`],
  ["name", String.raw`(?<=^|\n)[ -]*[\w./-]+(?=:(?:\s|$))`],
  ["string", TWO_QUOTES],
  ["word", String.raw`\b(?:true|false|null)\b`],
  NUMBER,
];
const LANGUAGES: Readonly<Record<string, Rules>> = {
  json: JSON_RULES,
  js: SCRIPT_RULES,
  javascript: SCRIPT_RULES,
  ts: SCRIPT_RULES,
  typescript: SCRIPT_RULES,
  sh: SHELL_RULES,
  bash: SHELL_RULES,
  yaml: YAML_RULES,
};
const expressions = new Map<Rules, RegExp>();

/** Returns code as HTML. @param language as after the fence; without colours if it is unknown */
export function coloured(code: string, language: string): string {
  const rules = LANGUAGES[language];
  if (rules === undefined) return escapeHtml(code);
  let html = "";
  let end = 0;
  for (const match of code.matchAll(expressionOf(rules))) {
    const name = Object.entries(match.groups!).find(([, text]) => text !== undefined)![0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${name}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

function expressionOf(rules: Rules): RegExp {
  const known = expressions.get(rules);
  if (known) return known;
  const made = new RegExp(rules.map(([name, pattern]) => `(?<${name}>${pattern})`).join("|"), "g");
  expressions.set(rules, made);
  return made;
}
