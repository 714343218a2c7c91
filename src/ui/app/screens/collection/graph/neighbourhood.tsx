// The neighbourhood of one point: the links between nodes on the selected layer.
import { useState } from "preact/hooks";
import { noIdText, parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { Button } from "../../../kit/button.tsx";
import { plural } from "../../../kit/format.ts";
import { Choice } from "../../../kit/inputs.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { Table } from "../../../kit/table.tsx";
import { anyPoint } from "../find/any-point.ts";
import { Thing } from "../things/thing.tsx";
import { Chooser } from "./chooser.tsx";
import { type Neighbourhood as Found, loadNeighbourhood } from "./load.ts";
import { Picture } from "./picture.tsx";
import type { ViewProps } from "./view.ts";

const HOPS = ["1", "2", "3"];
const LIMITS = ["50", "100", "250", "500"];

export function Neighbourhood({ name, vector, info, asked, go }: ViewProps) {
  const point = asked.get("point") ?? "";
  const layer = numberIn(asked, "layer", 0);
  const hops = numberIn(asked, "hops", 2);
  const limit = numberIn(asked, "limit", 100);
  const choose = (key: string) => (value: string) => go({ [key]: value }, false);
  const [hovered, setHovered] = useState(-1);
  const goTo = (id: PointId): void => {
    setHovered(-1);
    go({ point: String(id) });
  };
  const found = useResource(
    async (signal) => {
      const id = point === "" ? await anyPoint(name, vector, signal) : parseId(point);
      if (id === null) return null;
      return loadNeighbourhood(name, { point: id, vector, layer, hops, limit }, signal);
    },
    [name, vector, point, layer, hops, limit, info.indexed_vectors_count],
  );
  const layers = Math.max(1, layer + 1, found.value?.layers ?? 1);
  return (
    <>
      <Chooser
        {...{ name, vector, info }}
        label="Point"
        hint="The id or the text of a point"
        submit="Show"
        asked={point}
        onAsk={(text) => {
          const id = parseId(text);
          if (id === null) throw new Error(noIdText(text));
          goTo(id);
        }}
      >
        <Choice label="Layer" choices={range(layers)} value={`${layer}`} onChange={choose("layer")} />
        <Choice label="Hops" choices={HOPS} value={`${hops}`} onChange={choose("hops")} />
        <Choice label="At most" choices={LIMITS} value={`${limit}`} onChange={choose("limit")} />
      </Chooser>
      <Failed error={found.error} onRetry={found.reload} />
      {found.value && (
        <div class="graph-body">
          {found.value.indexed && (
            <Picture found={found.value} hovered={hovered} onHover={setHovered} onPoint={goTo} />
          )}
          <List found={found.value} onHover={setHovered} onPoint={goTo} />
        </div>
      )}
    </>
  );
}

function numberIn(asked: URLSearchParams, key: string, usual: number): number {
  const value = asked.get(key) ?? "";
  return /^\d{1,4}$/.test(value) ? Number(value) : usual;
}

function range(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i));
}

interface ListProps {
  readonly found: Found;
  onHover(node: number): void;
  onPoint(id: PointId): void;
}

function List({ found: { indexed, nodes, links, layer, m }, onHover, onPoint }: ListProps) {
  const own = links.filter(([from]) => from === 0).length;
  return (
    <section class="card graph-list" aria-label="Neighbours">
      <h2>{nodes[0] && <Thing id={nodes[0].id} />}</h2>
      <p class="small muted" aria-live="polite">
        {indexed
          ? `${plural(own, "link")} of its own on layer ${layer}, of at most ${layer === 0 ? m * 2 : m}; ${plural(nodes.length - 1, "point")} within ${plural(hopsOf(nodes), "hop")}.`
          : "This point is in no graph: an exact scan finds it."}
      </p>
      {nodes.length > 1 && (
        <div class="graph-table">
          <Table
            class="dense"
            rows={nodes.slice(1)}
            columns={[
              {
                head: "Point",
                cell: ({ id, deleted }, i) => (
                  <>
                    <Button
                      class="quiet slim"
                      onClick={() => onPoint(id)}
                      onFocus={() => onHover(i + 1)}
                      onBlur={() => onHover(-1)}
                      onPointerEnter={() => onHover(i + 1)}
                      onPointerLeave={() => onHover(-1)}
                    >
                      <Thing id={id} short />
                    </Button>
                    {deleted && <span class="badge">deleted</span>}
                  </>
                ),
              },
              { head: "Distance", isNumber: true, cell: ({ distance }) => distance?.toPrecision(4) ?? "–" },
              { head: "Hops", isNumber: true, cell: ({ hop }) => hop },
              { head: "Level", isNumber: true, cell: ({ level }) => level },
            ]}
          />
        </div>
      )}
    </section>
  );
}

function hopsOf(nodes: Found["nodes"]): number {
  return Math.max(0, ...nodes.map(({ hop }) => hop));
}
