// A value of a payload as its reader expects it: links, images, dates, numbers, yes and no.
// The decision: what is shown is made of the value's own text, in its own time zone; nothing is rounded, and the exact
// text is in the title.
import { placeText } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { ThingImage } from "../things/thing.tsx";
import { imageUrl, linkUrl } from "../things/urls.ts";
import { cellText } from "./filter/cells.ts";

/** Smaller numbers, years among them, are read without separators. */
const GROUPED_FROM = 10_000;
const WHOLE = /^-?\d+$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
/** The most characters of a title; browsers show longer ones badly. */
const MAX_TITLE = 1_000;

/** Shows a value on one line. */
export function Value({ value }: { value: unknown }) {
  const image = imageUrl(value);
  if (image !== undefined) return <ThingImage src={image} />;
  const link = linkUrl(value);
  if (link !== undefined) {
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        title={link}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
      >
        {cellText(value)}
      </a>
    );
  }
  if (typeof value === "boolean") {
    return (
      <span class={value ? "value-yes" : "muted"}>
        <Icon name={value ? "check" : "close"} /> {String(value)}
      </span>
    );
  }
  const text = valueText(value);
  const exact = typeof value === "string" ? value : cellText(value);
  return (
    <span dir="auto" title={exact.slice(0, MAX_TITLE)}>
      {text}
    </span>
  );
}

/** Returns a value as a short text for reading. */
function valueText(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return numberText(value);
  if (typeof value === "string") {
    const [, day, time, seconds = "", zone = ""] = MOMENT.exec(value) ?? [];
    if (day === undefined) return cellText(value);
    const exact = /[1-9]/.test(seconds) ? seconds.replace(/\.\d+$/, "") : "";
    return `${day} ${time}${exact}${zone === "Z" ? " UTC" : zone && ` ${zone}`}`;
  }
  return placeText(value) ?? cellText(value);
}

function numberText(value: number | bigint): string {
  const text = String(value);
  const isLong = typeof value === "bigint" || Math.abs(value) >= GROUPED_FROM;
  return isLong && WHOLE.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}
