// Chooses the form of a file for a client: the one its Accept-Encoding prefers (RFC 9110, section 12.5.3), and the
// smallest of equally preferred ones. A client that accepts no available form gets the plain file, which every client
// can read.
import { ENCODINGS, type Encoding } from "./assets.ts";

/** The weight of the plain file if the header does not name it: below all named ones, but not refused. */
const UNNAMED = 1e-6;

/** Chooses an encoding. @param offered returns whether the file has this form; the plain one always exists */
export function chooseEncoding(header: string, offered: (encoding: Encoding) => boolean): Encoding {
  const liked = weightsOf(header);
  const weightOf = (encoding: Encoding) =>
    liked.get(encoding) ??
    (encoding === "identity" ? (liked.get("*") === 0 ? 0 : UNNAMED) : (liked.get("*") ?? 0));
  let best: Encoding = "identity";
  let most = 0;
  for (const encoding of [...ENCODINGS, "identity"] as const) {
    const weight = weightOf(encoding);
    if (weight <= most || !offered(encoding)) continue;
    best = encoding;
    most = weight;
  }
  return best;
}

/** Parses `br;q=0.5, gzip` to br: 0.5, gzip: 1. An invalid weight counts as a refusal. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name, ...parameters] = item.split(";").map((part) => part.trim());
    if (!name) continue;
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : weight(q));
  }
  return weights;
}

function weight(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
