// The options of payload indexes by type, and their JSON.
// The decision: an option without a value is not sent, so an index without options is sent as the name of its type.

export const TYPES = {
  keyword: "Exact words: categories, tags, names",
  integer: "Whole numbers: equal to, and ranges",
  float: "Numbers: ranges",
  bool: "Yes or no",
  datetime: "Moments in time: ranges",
  uuid: "UUIDs, smaller than as keywords",
  geo: "Places: within a circle, a box or a polygon",
  text: "Words within longer texts",
} as const;
export type IndexType = keyof typeof TYPES;

export interface Option {
  readonly name: string;
  readonly label: string;
  readonly kind: "flag" | "whole" | "choice" | "list";
  readonly choices?: readonly string[];
  readonly hint?: string;
  /** Whether the option is accepted and stored without an effect, for programs that send it. */
  readonly isIdle?: boolean;
}

const flag = (name: string, label: string, hint?: string): Option => ({
  ...{ name, label, kind: "flag" },
  ...(hint && { hint }),
});
const idle = (name: string, label: string): Option => ({ ...flag(name, label), isIdle: true });

const COMMON: readonly Option[] = [
  idle("on_disk", "On disk"),
  { name: "memory", label: "Memory", kind: "choice", choices: ["cold", "cached"], isIdle: true },
  idle("enable_hnsw", "Extra graph links"),
];
const TENANT = idle("is_tenant", "Field names the tenant");
const PRINCIPAL = idle("is_principal", "Field orders the storage");

const LANGUAGES = [
  "english",
  "german",
  "french",
  "spanish",
  "italian",
  "portuguese",
  "dutch",
  "swedish",
  "danish",
  "norwegian",
  "finnish",
  "russian",
  "turkish",
];

const TEXT: readonly Option[] = [
  {
    name: "tokenizer",
    label: "Tokenizer",
    kind: "choice",
    choices: ["word", "whitespace", "prefix", "multilingual"],
    hint: "How a text is cut into words; word by default",
  },
  {
    name: "min_token_len",
    label: "Shortest word",
    kind: "whole",
    hint: "Characters; shorter ones are left out",
  },
  {
    name: "max_token_len",
    label: "Longest word",
    kind: "whole",
    hint: "Characters; longer ones are left out",
  },
  flag("lowercase", "Upper and lower case are the same", "Yes by default"),
  flag("ascii_folding", "Letters without accents", "é is found as e"),
  flag("phrase_matching", "Phrases can be searched"),
  {
    name: "stopwords_language",
    label: "Leave out common words of",
    kind: "choice",
    choices: LANGUAGES,
  },
  { name: "stopwords_custom", label: "Leave out these words, too", kind: "list", hint: "Apart by commas" },
  { name: "stemmer", label: "Reduce words to their stems", kind: "choice", choices: ["english"] },
];

export const OPTIONS: Readonly<Record<IndexType, readonly Option[]>> = {
  keyword: [flag("prefix", "Beginnings of words can be searched"), TENANT, ...COMMON],
  uuid: [TENANT, ...COMMON],
  integer: [
    flag("lookup", "Equal values can be searched", "Yes by default"),
    flag("range", "Ranges can be searched", "Yes by default"),
    PRINCIPAL,
    ...COMMON,
  ],
  float: [PRINCIPAL, ...COMMON],
  datetime: [PRINCIPAL, ...COMMON],
  geo: COMMON,
  bool: COMMON,
  text: [...TEXT, ...COMMON],
};

/** The typed or selected values by option; an empty one is not sent. */
export type Chosen = Readonly<Record<string, string>>;

export function schemaOf(type: IndexType, chosen: Chosen): string | Readonly<Record<string, unknown>> {
  const given = OPTIONS[type].flatMap((option) => {
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
