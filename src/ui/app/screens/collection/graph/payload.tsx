// The payload of the hovered node.
import { useEffect, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { ask } from "../../../api/request.ts";
import { pathOf } from "../info.ts";
import type { GraphNode } from "./load.ts";

const HOVER_MS = 90;
const MAX_LENGTH = 240;

export function Payload({ name, node: { id, level, distance } }: { name: string; node: GraphNode }) {
  const [text, setText] = useState("");
  useEffect(() => {
    setText("");
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = { ids: [id], with_payload: true, with_vector: false };
      ask<{ payload?: unknown }[]>("POST", pathOf(name, "/points"), { body, signal: abort.signal }).then(
        ([point]) => setText(writeJson(point?.payload ?? {}).slice(0, MAX_LENGTH)),
        // The error is ignored: the payload is only a hint, and the explorer shows errors of its own requests.
        () => undefined,
      );
    }, HOVER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, String(id)]);
  return (
    <div class="graph-payload">
      <strong class="break">{String(id)}</strong>
      <span class="small muted">
        level {level}
        {distance !== null && `, distance ${distance.toPrecision(4)}`}
      </span>
      {text !== "" && <pre>{text}</pre>}
    </div>
  );
}
