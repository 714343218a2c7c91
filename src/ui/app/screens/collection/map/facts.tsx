// What the map shows, how much of the truth, and what it took.
import { count, milliseconds, percent } from "../../../kit/format.ts";
import type { Projection } from "./projection.ts";
import type { LayoutState } from "./use-layout.ts";

interface Props {
  readonly projection: Projection;
  /** With the neighbours, when they were asked for. */
  readonly near: Projection | null;
  readonly layout: LayoutState;
}

export function Facts({ projection, near, layout }: Props) {
  const { count: shown, total, dimension, variance } = projection;
  const spread = variance.reduce((sum, one) => sum + one, 0);
  return (
    <dl class="map-facts">
      <Fact name="Points" value={shown < total ? `${count(shown)} of ${count(total)}` : count(shown)} />
      {shown < total && <Fact name="" value="a sample, drawn evenly" />}
      <Fact name="Dimensions" value={count(dimension)} />
      <Fact name="Two axes of PCA show" value={`${percent(spread)} of the spread`} />
      <Fact name="PCA" value={timeOf(projection, /^(projection|pca)$/)} />
      {near && <Fact name="Neighbours" value={timeOf(near, /^neighbou?rs$/)} />}
      {layout.status === "done" && <Fact name="Layout" value={milliseconds(layout.ms)} />}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="map-fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function timeOf({ time_ms }: Projection, name: RegExp): string {
  const found = Object.entries(time_ms).find(([one]) => name.test(one));
  return milliseconds(found?.[1] ?? time_ms.total ?? 0);
}
