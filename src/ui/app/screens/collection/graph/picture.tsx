// The neighbourhood as a picture: rings are hops, the size of a node is its level, arrows are links in one direction
// only.
import { useMemo } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { Thing } from "../things/thing.tsx";
import type { GraphNode, Link, Neighbourhood } from "./load.ts";
import { placesOf, RING } from "./rings.ts";

const HOP_NAMES = ["this point", "1 hop", "2 hops", "3 hops"];
const NODE = 6;
const A_LEVEL = 3;
const ARROW = 6;

interface Props {
  readonly found: Neighbourhood;
  readonly hovered: number;
  onHover(node: number): void;
  onPoint(id: PointId): void;
}

export function Picture({ found, hovered, onHover, onPoint }: Props) {
  const { nodes, links } = found;
  const coordinates = useMemo(() => placesOf(found), [found]);
  const rings = Math.max(1, ...nodes.map(({ hop }) => hop));
  const reach = coordinates.reduce((most, value) => Math.max(most, Math.abs(value)), rings * RING) + 24;
  const { mutual, single } = useMemo(() => sorted(links), [links]);
  const radiusOf = (node: number) => (node === 0 ? 9 : NODE) + Math.min(4, nodes[node]!.level) * A_LEVEL;
  return (
    <figure class="card graph-picture">
      <svg
        viewBox={`${-reach} ${-reach} ${reach * 2} ${reach * 2}`}
        role="img"
        aria-label="Links of the graph"
      >
        {Array.from({ length: rings }, (_, i) => (
          <circle key={i} class="graph-ring" r={(i + 1) * RING} />
        ))}
        <path class="graph-mutual" d={mutual.map((link) => line(coordinates, link)).join("")} />
        <path
          class="graph-single"
          d={single.map((link) => arrow(coordinates, link, radiusOf(link[1]))).join("")}
        />
        {hovered >= 0 && (
          <path
            class="graph-chosen"
            d={links
              .filter(([from]) => from === hovered)
              .map((link) => line(coordinates, link))
              .join("")}
          />
        )}
        {nodes.map(({ id, hop, deleted }, node) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it has the same as buttons.
          <circle
            // Not by id, because a deleted point may have the id of a live one.
            key={node}
            class={`graph-node hop-${hop}${deleted ? " deleted" : ""}${node === hovered ? " chosen" : ""}`}
            cx={coordinates[node * 2]}
            cy={coordinates[node * 2 + 1]}
            r={radiusOf(node)}
            onPointerEnter={() => onHover(node)}
            onPointerLeave={() => onHover(-1)}
            onClick={() => onPoint(id)}
          />
        ))}
      </svg>
      <figcaption class="graph-legend small muted">
        {HOP_NAMES.slice(0, Math.max(...nodes.map(({ hop }) => hop)) + 1).map((hop, at) => (
          <span key={hop}>
            <span class={`graph-key hop-${at}`} /> {hop}
          </span>
        ))}
        {nodes.some(({ deleted }) => deleted) && (
          <span>
            <span class="graph-key deleted" /> deleted
          </span>
        )}
        <span>Larger: on more layers</span>
        <span>Arrows: links in one direction</span>
      </figcaption>
      {hovered >= 0 && nodes[hovered] && <NodeCard node={nodes[hovered]} />}
    </figure>
  );
}

function NodeCard({ node: { id, level, distance } }: { node: GraphNode }) {
  return (
    <div class="floating float stack tight graph-card">
      <Thing id={id} />
      <span class="small muted">
        {distance !== null && `distance ${distance.toPrecision(4)}, `}layer {level} and below
      </span>
    </div>
  );
}

/** Separates links in both directions, each once, from links in one direction. */
function sorted(links: readonly Link[]): { mutual: Link[]; single: Link[] } {
  const all = new Set(links.map(([from, to]) => `${from} ${to}`));
  const isReturned = ([from, to]: Link) => all.has(`${to} ${from}`);
  return {
    mutual: links.filter((link) => isReturned(link) && link[0] < link[1]),
    single: links.filter((link) => !isReturned(link)),
  };
}

function line(coordinates: ArrayLike<number>, [from, to]: Link): string {
  return `M${svgPoint(coordinates, from)}L${svgPoint(coordinates, to)}`;
}

function svgPoint(coordinates: ArrayLike<number>, node: number): string {
  return `${coordinates[node * 2]!.toFixed(1)} ${coordinates[node * 2 + 1]!.toFixed(1)}`;
}

/** Returns the path of an arrow whose tip ends before the node. */
function arrow(coordinates: ArrayLike<number>, [from, to]: Link, radius: number): string {
  const [x1, y1] = [coordinates[from * 2]!, coordinates[from * 2 + 1]!];
  const [x2, y2] = [coordinates[to * 2]!, coordinates[to * 2 + 1]!];
  const away = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / away, (y2 - y1) / away];
  const [x, y] = [x2 - dx * (radius + 1), y2 - dy * (radius + 1)];
  const side = (sign: number) =>
    `M${x.toFixed(1)} ${y.toFixed(1)}l${(-dx * ARROW + sign * dy * ARROW * 0.5).toFixed(1)} ${(-dy * ARROW - sign * dx * ARROW * 0.5).toFixed(1)}`;
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}${side(1)}${side(-1)}`;
}
