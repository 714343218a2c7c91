// The vectors of one point: a strip of colours, the first numbers, and figures.

import type { SparseVector } from "../../../api/sparse.ts";
import { CopyButton } from "../../../kit/copy.tsx";
import { count, plural } from "../../../kit/format.ts";
import { scaled, strip } from "./filter/cells.ts";
import { namedVectors, type Point, sparseVectors } from "./point.ts";

const MEANS = 96;
const HEAD = 8;

export function VectorList({ point }: { point: Point }) {
  const vectors = [...namedVectors(point)];
  const sparse = [...sparseVectors(point)];
  if (vectors.length + sparse.length === 0) return <p class="muted">This point has no vector.</p>;
  return (
    <>
      {vectors.map(([name, vector]) => (
        <section key={name} class="stack" aria-label={name ? `Vector ${name}` : "Vector"}>
          <div class="row spread">
            <h3>
              {name ? (
                <>
                  Vector <code>{name}</code>
                </>
              ) : (
                "Vector"
              )}
            </h3>
            <CopyButton text={JSON.stringify(vector)} label="Copy as JSON" />
          </div>
          <div
            class="points-strip large"
            aria-hidden="true"
            style={{ background: strip(scaled(means(vector))) }}
          />
          <p class="mono muted points-head-values">
            [{vector.slice(0, HEAD).map(figure).join(", ")}
            {vector.length > HEAD && ", …"}]
          </p>
          <Figures vector={vector} />
        </section>
      ))}
      {sparse.map(([name, vector]) => (
        <SparseSection key={name} name={name} vector={vector} />
      ))}
    </>
  );
}

/** The entries of a sparse vector, largest values first. */
function SparseSection({ name, vector }: { name: string; vector: SparseVector }) {
  const entries = vector.indices.map((index, i) => [index, vector.values[i]!] as const);
  const largest = entries.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, HEAD);
  return (
    <section class="stack" aria-label={`Vector ${name}`}>
      <div class="row spread">
        <h3>
          Vector <code>{name}</code>
        </h3>
        <CopyButton text={JSON.stringify(vector)} label="Copy as JSON" />
      </div>
      <p class="muted">{plural(entries.length, "entry", "entries")}, sparse; the largest by index:</p>
      <dl class="points-figures">
        {largest.map(([index, value]) => (
          <div key={index}>
            <dt class="mono">{index}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Figures({ vector }: { vector: readonly number[] }) {
  const norm = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  const figures = [
    ["Dimensions", count(vector.length)],
    ["Smallest", figure(vector.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY))],
    ["Largest", figure(vector.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY))],
    ["Norm", figure(norm)],
  ] as const;
  return (
    <dl class="points-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the means of adjacent dimensions. */
function means(vector: readonly number[]): number[] {
  const parts = Math.min(MEANS, vector.length);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((end) => Math.floor((end * vector.length) / parts));
    return vector.slice(from, to).reduce((sum, number) => sum + number, 0) / (to! - from!);
  });
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
