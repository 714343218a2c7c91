// Plays the steps of a query through the graph, with buttons, keys and a slider.
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { plural } from "../../../kit/format.ts";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
import { CollectionName } from "../info.ts";
import { Thing } from "../things/thing.tsx";
import { thingsOf } from "../things/things.ts";
import type { Walk, WalkStep } from "./load.ts";
import { nearestUpTo, type TraceNode, traceNodes } from "./trace-nodes.ts";

const STEP_MS = 450;
const REACH = 290;
const MAX_LABELS = 6;
const MAX_LABEL_LENGTH = 24;
const NO_RESULT: Walk["result"] = [];

/** The states of points, and what their colours say. */
const KEYS = { current: "followed now", kept: "candidate", far: "too far" };

interface Props {
  readonly steps: readonly WalkStep[];
  readonly result: Walk["result"];
}

export function Player({ steps, result }: Props) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const last = steps.length - 1;
  const nodes = useMemo(() => traceNodes(steps), [steps]);
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setAt((before) => Math.min(last, before + 1)), STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, last]);
  useEffect(() => {
    if (at === last) setPlaying(false);
  }, [at, last]);
  const key = (event: KeyboardEvent): void => {
    if (event.key === " " && (event.target as HTMLElement).tagName !== "BUTTON")
      setPlaying((before) => !before);
    else if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "ArrowLeft") go(at - 1);
    else return;
    event.preventDefault();
  };
  const play = (): void => {
    if (at === last) setAt(0);
    setPlaying(!isPlaying);
  };
  return (
    <div class="graph-body">
      <section class="card graph-picture" aria-label="Steps" onKeyDown={key}>
        <div class="row graph-controls">
          <Button icon="back" aria-label="Step back" disabled={at === 0} onClick={() => go(at - 1)} />
          <Button icon={isPlaying ? "pause" : "play"} onClick={play} text={isPlaying ? "Pause" : "Play"} />
          <Button
            icon="forward"
            aria-label="Step forward"
            disabled={at === last}
            onClick={() => go(at + 1)}
          />
          <input
            type="range"
            aria-label="Step"
            min={0}
            max={last}
            value={at}
            onInput={(event) => go(event.currentTarget.valueAsNumber)}
          />
        </div>
        <TracePicture {...{ nodes, at }} step={steps[at]!} result={at === last ? result : NO_RESULT} />
        <p class="graph-legend small muted">
          <span>Cross: the query; nearer to it means more similar</span>
          {Object.entries(KEYS).map(([state, text]) => (
            <span key={state}>
              <span class={`graph-key ${state}`} /> {text}
            </span>
          ))}
        </p>
      </section>
      <section class="card graph-list" aria-label="Step">
        <StepText steps={steps} at={at} />
        {at === last && <Results result={result} />}
      </section>
    </div>
  );
}

interface PictureProps {
  readonly nodes: readonly TraceNode[];
  readonly step: WalkStep;
  readonly at: number;
  /** The points with a label besides the current one. */
  readonly result: Walk["result"];
}

function TracePicture({ nodes, step, at, result }: PictureProps) {
  const current = String(step.id);
  const measured = new Set(step.evaluated.map(({ id }) => String(id)));
  const visible = nodes.filter((node) => node.step <= at);
  const links = visible.filter(({ from }) => from >= 0);
  const things = thingsOf(useContext(CollectionName));
  const labelled = new Set([current, ...result.slice(0, MAX_LABELS).map(({ id }) => String(id))]);
  return (
    <svg viewBox={`${-REACH} ${-REACH} ${REACH * 2} ${REACH * 2}`} role="img" aria-label="Visited points">
      {[0.33, 0.66, 1].map((share) => (
        <circle key={share} class="graph-ring" r={260 * share} />
      ))}
      <path
        class="graph-mutual"
        d={links
          .map(
            ({ x, y, from }) =>
              `M${nodes[from]!.x.toFixed(1)} ${nodes[from]!.y.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`,
          )
          .join("")}
      />
      <path class="graph-query" d="M-7 0H7M0 -7V7" />
      {visible.map(({ id, x, y, kept }) => {
        const state = String(id) === current ? "current" : measured.has(String(id)) ? "measured" : "";
        return (
          <circle
            key={String(id)}
            class={`graph-step ${state} ${kept ? "kept" : ""}`}
            cx={x}
            cy={y}
            r={state === "current" ? 8 : state === "measured" ? 5 : 3.5}
          />
        );
      })}
      {visible
        .filter(({ id }) => labelled.has(String(id)))
        .map(({ id, x, y }) => (
          <text
            key={String(id)}
            x={x}
            y={y - 11}
            text-anchor={x > REACH / 2 ? "end" : x < -REACH / 2 ? "start" : "middle"}
          >
            {shortened(things.nameOf(id))}
          </text>
        ))}
    </svg>
  );
}

function shortened(text: string): string {
  return text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text;
}

interface StepProps {
  readonly steps: readonly WalkStep[];
  readonly at: number;
}

function StepText({ steps, at }: StepProps) {
  const { layer, id, distance, evaluated } = steps[at]!;
  const kept = evaluated.filter((point) => point.kept).length;
  const nearest = nearestUpTo(steps, at);
  return (
    <>
      <h2>
        Step {at + 1} of {steps.length}, layer {layer}
      </h2>
      <p class="small" aria-live="polite">
        Followed the links of <Thing id={id} />
        {distance !== null && ` at distance ${distance.toPrecision(4)}`}: {plural(evaluated.length, "point")}{" "}
        visited, {kept} kept as candidates. {nearest !== null && `Nearest so far: ${nearest.toPrecision(4)}.`}
      </p>
      {evaluated.length > 0 && (
        <Scroll label="Visited in this step" class="graph-table">
          <Table
            class="dense"
            rows={evaluated}
            keyOf={(point) => String(point.id)}
            columns={[
              { head: "Visited", cell: (point) => <Thing id={point.id} short /> },
              { head: "Distance", isNumber: true, cell: (point) => point.distance?.toPrecision(4) ?? "–" },
              { head: "Kept", cell: (point) => (point.kept ? "yes" : "no") },
            ]}
          />
        </Scroll>
      )}
    </>
  );
}

function Results({ result }: Pick<Props, "result">) {
  return (
    <>
      <h3>Result</h3>
      <ol class="bullets small graph-results">
        {result.map(({ id, score }) => (
          <li key={String(id)}>
            <Thing id={id} short /> <span class="muted">{score.toPrecision(4)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
