// The vectors of one point: a strip of colours, the first numbers, and figures.

import type { SparseVector } from "../../../api/sparse.ts";
import { CopyButton } from "../../../kit/copy.tsx";
import { count, plural } from "../../../kit/format.ts";
import { scaled, strip } from "./filter/cells.ts";
import { allVectors, isDense, type Point } from "./point.ts";

const MEANS = 96;
const HEAD = 8;

export function VectorList({ point }: { point: Point }) {
  const vectors = allVectors(point);
  if (vectors.length === 0) return <p class="muted">This point has no vector.</p>;
  return (
    <>
      {vectors.map(([name, vector]) => (
        <section key={name} class="stack" aria-label={name ? `Vector ${name}` : "Vector"}>
          <div class="row spread">
            <h3>Vector {name && <code>{name}</code>}</h3>
            <CopyButton text={JSON.stringify(vector)} label="Copy as JSON" />
          </div>
          {isDense(vector) ? <Dense vector={vector} /> : <Sparse vector={vector} />}
        </section>
      ))}
    </>
  );
}

function Dense({ vector }: { vector: readonly number[] }) {
  const norm = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  const smallest = vector.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const largest = vector.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY);
  return (
    <>
      <div
        class="points-strip large"
        aria-hidden="true"
        style={{ background: strip(scaled(means(vector))) }}
      />
      <p class="mono muted break">
        [{vector.slice(0, HEAD).map(figure).join(", ")}
        {vector.length > HEAD && ", …"}]
      </p>
      <Figures
        of={[
          ["Dimensions", count(vector.length)],
          ["Smallest", figure(smallest)],
          ["Largest", figure(largest)],
          ["Norm", figure(norm)],
        ]}
      />
    </>
  );
}

/** The entries of a sparse vector, largest values first. */
function Sparse({ vector: { indices, values } }: { vector: SparseVector }) {
  const entries = indices.map((index, i) => [index, values[i]!] as const);
  const largest = entries.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, HEAD);
  return (
    <>
      <p class="muted">{plural(entries.length, "entry", "entries")}, sparse; the largest by index:</p>
      <Figures of={largest.map(([index, value]) => [String(index), figure(value)])} />
    </>
  );
}

function Figures({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="points-figures">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt class="small muted">{name}</dt>
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
