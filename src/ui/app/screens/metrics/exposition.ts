// Parses the metrics of the server (format 0.0.4 of Prometheus).

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples by name as in the lines: `_bucket`, `_sum` and `_count` of a histogram are separate names. */
export type Exposition = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const SPECIAL: Readonly<Record<string, number>> = {
  "+Inf": Number.POSITIVE_INFINITY,
  "-Inf": Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

/** Parses the text; lines that are not of the format are ignored. */
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

/** Returns the sum of all samples of a name that are `wanted`; null if there are none. */
export function sumOf(
  exposition: Exposition,
  name: string,
  accepts: (labels: Sample["labels"]) => boolean = () => true,
): number | null {
  const samples = exposition.get(name)?.filter(({ labels }) => accepts(labels));
  return samples && samples.length > 0 ? samples.reduce((sum, { value }) => sum + value, 0) : null;
}
