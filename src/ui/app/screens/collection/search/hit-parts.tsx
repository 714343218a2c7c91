// Why a hit has its rank: the share of each list of a hybrid search, or of each term of a text or a sparse vector.
import { percent } from "../../../kit/format.ts";
import { type Explanation, fusedShares, type HitExplanation, partNames, type Term } from "./explanation.ts";

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
