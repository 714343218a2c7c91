// The texts in which the words of a search were found, with these words marked.
// The decision: the server says where the words are, so what is marked is what counted. A long text is shown from a few
// words before the first of them.
import type { Found } from "./recall.ts";

/** Characters that are shown of a text, and those of them before the first mark. */
const SHOWN = 240;
const BEFORE = 60;

export function Marked({ point }: { point: Found }) {
  const keys = Object.keys(point.highlights ?? {});
  return (
    <>
      {keys.map((key) => (
        <p key={key} class="small search-marked">
          <span class="muted">{key}</span> <Text point={point} name={key} />
        </p>
      ))}
    </>
  );
}

function Text({ point, name }: { point: Found; name: string }) {
  const text = textAt(point.payload, name);
  const ranges = point.highlights![name]!;
  if (text === null) return <span>{ranges.length}</span>;
  const from = Math.max(0, ranges[0]![0] - BEFORE);
  const to = Math.min(text.length, from + SHOWN);
  const parts = [];
  let at = from;
  for (const [start, end] of ranges) {
    if (start >= to) break;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, Math.min(end, to))}</mark>);
    at = Math.min(end, to);
  }
  return (
    <span>
      {from > 0 && "… "}
      {parts}
      {text.slice(at, to)}
      {to < text.length && " …"}
    </span>
  );
}

/** Returns the text at a key such as `body`, `a.b` or `tags[2]`; null if the console does not find it. */
function textAt(payload: Found["payload"], key: string): string | null {
  const [, path = key, position] = /^(.*?)(?:\[(\d+)\])?$/.exec(key) ?? [];
  let value: unknown = payload;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Record<string, unknown>)[step];
  }
  if (position !== undefined && Array.isArray(value)) {
    value = value.filter((item) => typeof item === "string")[Number(position)];
  }
  return typeof value === "string" ? value : null;
}
