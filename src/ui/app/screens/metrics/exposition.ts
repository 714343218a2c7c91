// The text in which a server tells its figures (format 0.0.4 of Prometheus), read.

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** By name, as the lines have it: `_bucket`, `_sum` and `_count` of a histogram are names of their own. */
export type Exposition = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const SPECIAL: Readonly<Record<string, number>> = {
  "+Inf": Number.POSITIVE_INFINITY,
  "-Inf": Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

/** Lines that are none of the format are left out. */
export function parseExposition(text: string): Exposition {
  const found = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name, labels, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const samples = found.get(name) ?? [];
    samples.push({ labels: labelsIn(labels ?? ""), value: SPECIAL[value] ?? Number(value) });
    found.set(name, samples);
  }
  return found;
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  const pairs = Array.from(text.matchAll(LABEL), ([, name, value]) => [name!, unescaped(value!)] as const);
  return Object.fromEntries(pairs);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char));
}

/** The sum of all lines of a name that are `wanted`; null: there is none. */
export function sumOf(
  exposition: Exposition,
  name: string,
  wanted: (labels: Sample["labels"]) => boolean = () => true,
): number | null {
  const samples = exposition.get(name)?.filter(({ labels }) => wanted(labels));
  return samples && samples.length > 0 ? samples.reduce((sum, { value }) => sum + value, 0) : null;
}
