// A point as its reader knows it: its image, its label and its id.
import { useContext, useState } from "preact/hooks";
import type { Payload, PointId } from "../../../api/types.ts";
import { CollectionName } from "../info.ts";
import { thingsOf } from "./things.ts";

interface Props {
  readonly id: PointId;
  /** The payload, where the screen has it; otherwise the label is loaded. */
  readonly payload?: Payload | null | undefined;
  /** Whether the id is left out where there is a label. */
  readonly short?: boolean;
}

/** Shows a point inside a line of text: the label, if it has one, and the id. */
export function Thing({ id, payload, short = false }: Props) {
  const { label, image } = thingsOf(useContext(CollectionName)).of(id, payload);
  return (
    <span class="thing">
      <ThingImage src={image} />
      {label !== undefined && (
        <span class="thing-label truncate" dir="auto" title={short ? `${label}, id ${id}` : label}>
          {label}
        </span>
      )}
      {(label === undefined || !short) && <code class="thing-id truncate">{String(id)}</code>}
    </span>
  );
}

/** Shows the image of a point; nothing if it has none or if it cannot be loaded. @param large for a card or a panel */
export function ThingImage({ src, large = false }: { src: string | undefined; large?: boolean }) {
  const [broken, setBroken] = useState<string>();
  if (src === undefined || src === broken) return null;
  return (
    <img
      class={large ? "thing-image large" : "thing-image"}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
    />
  );
}
