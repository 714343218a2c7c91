// The programs for a collection, with a search that it can answer.
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import type { ConnectProps } from "../connect-button.tsx";
import { anyPoint } from "../find/any-point.ts";
import { allVectorsOf, type Info, scoredTexts, vectorsOf } from "../info.ts";
import { thingsOf } from "../things/things.ts";
import type { Body } from "./body.ts";
import { Connect } from "./connect.tsx";

/** The number of words of an example. */
const WORDS = 3;

export function ConnectDialog({ name, info, onClose }: ConnectProps) {
  const { value: id } = useResource((signal) => anyPoint(name, nameOf(info), signal), [name]);
  return (
    <Dialog title={`Connect to ${name}`} wide onClose={onClose}>
      {id !== undefined && <Connect name={name} info={info} body={bodyFor(info, id, wordsOf(name, info))} />}
    </Dialog>
  );
}

/** Returns the name of the vectors that an example searches. */
function nameOf(info: Info): string {
  const names = [...vectorsOf(info).keys(), ...allVectorsOf(info).keys()];
  return names[0] ?? "";
}

/** Returns the first words of a text that the collection has, so that the example finds something. */
function wordsOf(name: string, info: Info): string {
  const [field = ""] = scoredTexts(info);
  const text = thingsOf(name)
    .sample?.map((payload) => payload[field])
    .find((value) => typeof value === "string" && value.trim() !== "");
  return text === undefined
    ? "what to search for"
    : String(text).trim().split(/\s+/).slice(0, WORDS).join(" ");
}

function bodyFor(info: Info, id: PointId | null, words: string): Body {
  const common = { params: {}, limit: 10, with_payload: true };
  const [field] = scoredTexts(info);
  const using = nameOf(info);
  if (id !== null && allVectorsOf(info).size > 0)
    return { query: id, ...(using !== "" && { using }), ...common };
  if (field !== undefined) return { query: { text: words }, using: field, ...common };
  const { size = 1 } = vectorsOf(info).get(using) ?? {};
  const vector = Array.from({ length: size }, () => 0.1);
  return { query: vector, ...(using !== "" && { using }), ...common };
}
