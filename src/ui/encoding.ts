// Which form of a file a client is sent: what its Accept-Encoding likes best (RFC 9110, section 12.5.3), and of those it
// likes equally the smallest. One that accepts nothing there is gets the plain file, which every client can read.
import { ENCODINGS, type Encoding } from "./assets.ts";

/** What is liked less than all that is named: the plain file is welcome unless it is refused. */
const UNNAMED = 1e-6;

/** @param offered whether there is such a form; the plain one always is */
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

/** `br;q=0.5, gzip` -> br: 0.5, gzip: 1. What is no weight counts as a refusal. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name, ...parameters] = item.split(";").map((part) => part.trim());
    if (!name) continue;
    const q = parameters.find((one) => one.startsWith("q="))?.slice(2);
    weights.set(name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : weight(q));
  }
  return weights;
}

function weight(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
