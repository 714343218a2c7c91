// Why a hit has its rank: the share of each list of a hybrid search, or of each term of a text or a sparse vector; and
// its texts with the words of the search marked.
// The decision: the server says where the words are, so what is marked is what counted. A long text is shown from a few
// words before the first of them.
import { percent } from "../../../kit/format.ts";
import { type Explanation, fusedShares, type HitExplanation, partNames, type Term } from "./explanation.ts";
import type { Found } from "./recall.ts";

const MAX_TERMS = 6;
const DIGITS = 3;

export function HitParts({ explain, hit }: { explain: Explanation; hit: HitExplanation }) {
  return (
    <>
      {hit.ranks && <Lists explain={explain} hit={hit} />}
      {hit.terms && hit.terms.length > 0 && <Terms terms={hit.terms} />}
    </>
  );
}

function Lists({ explain, hit }: { explain: Explanation; hit: HitExplanation }) {
  const names = partNames(explain);
  const shares = fusedShares(explain, hit);
  return (
    <div class="search-why">
      <span class="search-shares" aria-hidden="true">
        {shares.map((share, list) => (
          <span key={names[list]} class={`list-${list}`} style={{ width: `${share * 100}%` }} />
        ))}
      </span>
      {hit.ranks!.map((found, list) => (
        <span key={names[list]}>
          <span class="muted">{names[list]}</span>{" "}
          {found === null ? "not found" : `rank ${found.rank}, ${percent(shares[list]!)}`}
        </span>
      ))}
    </div>
  );
}

function Terms({ terms }: { terms: readonly Term[] }) {
  const sorted = [...terms].sort((a, b) => b.score - a.score);
  return (
    <div class="search-why">
      {sorted.slice(0, MAX_TERMS).map(({ index, term, score, tf, df }) => (
        <span key={term ?? index} title={`${tf === undefined ? "" : `${tf} in this text, `}in ${df} points`}>
          <span class="muted">{term ?? `index ${index}`}</span> {score.toPrecision(DIGITS)}
        </span>
      ))}
      {sorted.length > MAX_TERMS && <span class="muted">{sorted.length - MAX_TERMS} more</span>}
    </div>
  );
}

/** Characters that are shown of a text, and those of them before the first mark. */
const SHOWN = 240;
const BEFORE = 60;

export function Marked({ point }: { point: Found }) {
  const keys = Object.keys(point.highlights ?? {});
  return (
    <>
      {keys.map((key) => (
        <p key={key} class="small search-marked">
          <span class="muted">{key}</span> <Text point={point} name={key} />
        </p>
      ))}
    </>
  );
}

function Text({ point, name }: { point: Found; name: string }) {
  const text = textAt(point.payload, name);
  const ranges = point.highlights![name]!;
  if (text === null) return <span>{ranges.length}</span>;
  const from = Math.max(0, ranges[0]![0] - BEFORE);
  const to = Math.min(text.length, from + SHOWN);
  const parts = [];
  let at = from;
  for (const [start, end] of ranges) {
    if (start >= to) break;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, Math.min(end, to))}</mark>);
    at = Math.min(end, to);
  }
  return (
    <span>
      {from > 0 && "… "}
      {parts}
      {text.slice(at, to)}
      {to < text.length && " …"}
    </span>
  );
}

/** Returns the text at a key such as `body`, `a.b` or `tags[2]`; null if the console does not find it. */
function textAt(payload: Found["payload"], key: string): string | null {
  const [, path = key, position] = /^(.*?)(?:\[(\d+)\])?$/.exec(key) ?? [];
  let value: unknown = payload;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[step];
  }
  if (position !== undefined && Array.isArray(value)) {
    value = value.filter((item) => typeof item === "string")[Number(position)];
  }
  return typeof value === "string" ? value : null;
}
