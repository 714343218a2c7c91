// Facts about a map: the number of points, the share of the variance it shows, and the time it took.
import { count, milliseconds, percent } from "../../../kit/format.ts";
import type { Projection } from "./projection.ts";
import type { LayoutState } from "./use-layout.ts";

interface Props {
  readonly projection: Projection;
  /** The answer with neighbours, if they were requested. */
  readonly local: Projection | null;
  readonly layout: LayoutState;
}

export function Facts({ projection, local, layout }: Props) {
  const { count: shown, total, dimension, variance } = projection;
  const spread = variance.reduce((sum, share) => sum + share, 0);
  return (
    <dl class="map-facts">
      <Fact name="Points" value={shown < total ? `${count(shown)} of ${count(total)}` : count(shown)} />
      {shown < total && <Fact name="" value="a sample, drawn evenly" />}
      <Fact name="Dimensions" value={count(dimension)} />
      <Fact name="Spread that PCA shows" value={percent(spread)} />
      <Fact name="PCA" value={timeOf(projection, "projection")} />
      {local && <Fact name="Neighbours" value={timeOf(local, "neighbors")} />}
      {local && local.neighbors_share < 1 && (
        <Fact name="" value={`each compared with ${percent(local.neighbors_share)} of the others`} />
      )}
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

function timeOf({ time_ms }: Projection, name: string): string {
  return milliseconds(time_ms[name] ?? 0);
}
