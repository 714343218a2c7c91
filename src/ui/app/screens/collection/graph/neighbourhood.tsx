// The neighbourhood of one point: the links between nodes on the selected layer.
import { useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { keepInAddress, route } from "../../../shell/route.ts";
import { WordChoice } from "../find/word-choice.tsx";
import type { Info } from "../info.ts";
import { anyPoint, type Neighbourhood as Found, loadNeighbourhood } from "./load.ts";
import { Picture } from "./picture.tsx";

const HOPS = [1, 2, 3];
const LIMITS = [50, 100, 250, 500];

interface Props {
  readonly name: string;
  readonly vector: string;
  readonly info: Info;
}

export function Neighbourhood({ name, vector, info }: Props) {
  const asked = route.value.query.get("point") ?? "";
  const [layer, setLayer] = useState(0);
  const [hops, setHops] = useState(2);
  const [limit, setLimit] = useState(100);
  const [hovered, setHovered] = useState(-1);
  const go = (id: PointId): void => {
    setHovered(-1);
    keepInAddress(["collections", name, "graph"], { point: String(id) });
  };
  const found = useResource(
    async (signal) => {
      const point = asked === "" ? await anyPoint(name, signal) : parseId(asked);
      if (point === null) return null;
      return loadNeighbourhood(name, { point, vector, layer, hops, limit }, signal);
    },
    [name, vector, asked, layer, hops, limit],
  );
  const layers = Math.max(1, layer + 1, found.value?.layers ?? 1);
  return (
    <>
      <Chooser name={name} info={info} asked={asked} onPoint={go}>
        <Choice label="Layer" values={range(layers)} value={layer} onChange={setLayer} />
        <Choice label="Hops" values={HOPS} value={hops} onChange={setHops} />
        <Choice label="At most" values={LIMITS} value={limit} onChange={setLimit} />
      </Chooser>
      <Failed error={found.error} onRetry={found.reload} />
      {found.value && (
        <div class="graph-body">
          <Picture name={name} found={found.value} hovered={hovered} onHover={setHovered} onPoint={go} />
          <List found={found.value} onHover={setHovered} onPoint={go} />
        </div>
      )}
    </>
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

interface ChooserProps {
  readonly name: string;
  readonly info: Info;
  readonly asked: string;
  readonly children: preact.ComponentChildren;
  onPoint(id: PointId): void;
}

function Chooser({ name, info, asked, children, onPoint }: ChooserProps) {
  const [text, setText] = useState(asked);
  const submit = (event: Event): void => {
    event.preventDefault();
    const id = parseId(text);
    if (id !== null) onPoint(id);
  };
  const choose = (id: string): void => {
    setText(id);
    onPoint(parseId(id)!);
  };
  const draw = () =>
    anyPoint(name).then((id) => {
      if (id === null) return;
      setText(String(id));
      onPoint(id);
    }, tellFailure);
  return (
    <>
      <form class="row graph-chooser" onSubmit={submit}>
        <label class="graph-choice">
          <span>Point</span>
          <input
            value={text}
            autocomplete="off"
            spellcheck={false}
            placeholder="id or text"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Show</button>
        <button type="button" onClick={draw}>
          Random point
        </button>
        {children}
      </form>
      <WordChoice name={name} info={info} typed={text} onChoose={choose} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number;
  onChange(value: number): void;
}

function Choice({ label, values, value, onChange }: ChoiceProps) {
  return (
    <label class="graph-choice">
      <span>{label}</span>
      <select value={String(value)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {values.map((choice) => (
          <option key={choice} value={String(choice)}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
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
      <h2 class="break">Around {String(nodes[0]?.id ?? "")}</h2>
      <p class="small muted" aria-live="polite">
        {indexed
          ? `${plural(own, "link")} of its own on layer ${layer}, of at most ${layer === 0 ? m * 2 : m}; ${plural(nodes.length - 1, "point")} within reach.`
          : "This point is in no graph: a search compares it directly."}
      </p>
      {nodes.length > 1 && (
        <div class="graph-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Point</th>
                <th scope="col" class="number">
                  Distance
                </th>
                <th scope="col" class="number">
                  Hops
                </th>
                <th scope="col" class="number">
                  Level
                </th>
              </tr>
            </thead>
            <tbody>
              {nodes.slice(1).map(({ id, distance, hop, level, deleted }, i) => (
                <tr key={i}>
                  <td>
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => onPoint(id)}
                      onFocus={() => onHover(i + 1)}
                      onBlur={() => onHover(-1)}
                      onPointerEnter={() => onHover(i + 1)}
                      onPointerLeave={() => onHover(-1)}
                    >
                      {String(id)}
                    </button>
                    {deleted && <span class="badge">deleted</span>}
                  </td>
                  <td class="number">{distance === null ? "–" : distance.toPrecision(4)}</td>
                  <td class="number">{hop}</td>
                  <td class="number">{level}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
