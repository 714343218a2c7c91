// The options of payload indexes by type, and their JSON.
// The decision: an option without a value is not sent, so an index without options is sent as the name of its type.
import {
  type FieldType,
  type IndexParam,
  type ParamKind,
  paramsOf,
} from "../../../../../shared/payload-indexes.ts";
import {
  LANGUAGES,
  STEMMER_LANGUAGES,
  STOPWORD_LANGUAGES,
  TOKENIZERS,
} from "../../../../../shared/text-languages.ts";

export interface Option {
  readonly name: string;
  readonly label: string;
  readonly kind: "flag" | "whole" | "choice" | "list" | "path";
  readonly choices?: readonly string[];
  readonly hint?: string;
}

const CHOICES: { readonly [Kind in ParamKind]?: readonly string[] } = {
  memory: ["cold", "cached"],
  tokenizer: TOKENIZERS,
  language: LANGUAGES,
  stemmer: STEMMER_LANGUAGES,
  stopwords: STOPWORD_LANGUAGES,
};
const OWN_STOPWORDS = { label: "More stop words", kind: "list", hint: "Separated by commas" } as const;

/** Returns the options of a type in the order of the form: the array is the last. */
export function optionsOf(type: FieldType): Option[] {
  const options = paramsOf(type).flatMap(([name, param]) => optionsOfParam(name, param));
  return options.sort((a, b) => Number(a.kind === "path") - Number(b.kind === "path"));
}

function optionsOfParam(name: string, { kind, label, hint, idle }: IndexParam): Option[] {
  // What the server accepts without an effect is not offered.
  if (label === undefined || idle) return [];
  const option = { name, label, ...(hint && { hint }) };
  if (kind === "length") return [{ ...option, kind: "whole" }];
  if (kind === "nested") return [{ ...option, kind: "path" }];
  const choices = CHOICES[kind];
  if (!choices) return [{ ...option, kind: "flag" }];
  if (kind !== "stopwords") return [{ ...option, kind: "choice", choices }];
  const language = { ...option, name: "stopwords_language", kind: "choice", choices } as const;
  return [language, { name: "stopwords_custom", ...OWN_STOPWORDS }];
}

/** The typed or selected values by option; an empty one is not sent. */
export type Chosen = Readonly<Record<string, string>>;

export function schemaOf(type: FieldType, chosen: Chosen): string | Readonly<Record<string, unknown>> {
  const given = optionsOf(type).flatMap((option) => {
    const text = (chosen[option.name] ?? "").trim();
    return text === "" ? [] : [[option, text] as const];
  });
  if (given.length === 0) return type;
  const params: Record<string, unknown> = { type };
  for (const [{ name, kind }, text] of given) {
    if (name.startsWith("stopwords_")) continue;
    if (name === "stemmer") params.stemmer = { type: "snowball", language: text };
    else params[name] = kind === "flag" ? text === "yes" : kind === "whole" ? Number(text) : text;
  }
  const words = stopwordsOf(chosen);
  return words === undefined ? params : { ...params, stopwords: words };
}

function stopwordsOf({ stopwords_language = "", stopwords_custom = "" }: Chosen): unknown {
  const custom = stopwords_custom.split(",").flatMap((word) => word.trim() || []);
  if (custom.length === 0) return stopwords_language || undefined;
  return { ...(stopwords_language && { languages: [stopwords_language] }), custom };
}

/** Formats options as "tokenizer: word, min_token_len: 2". */
export function wordsOfParams(params: Readonly<Record<string, unknown>> | undefined): string {
  const { type: _, ...rest } = params ?? {};
  return Object.entries(rest)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
}
