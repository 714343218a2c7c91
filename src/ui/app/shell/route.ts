// The current screen: the part of the address behind `#`.
// The decision: with hashes the server has only one page, and links work behind every proxy. What a user would take
// back with the button of the browser is a new entry of its history; what is only kept for a link replaces the entry.
import { signal } from "@preact/signals";

interface Route {
  /** The decoded segments of the path. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

type Query = Readonly<Record<string, string>>;

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(read());
const reread = (): void => {
  route.value = read();
};
addEventListener("hashchange", reread);

/** Returns the link of a screen. @param parts are encoded here */
export function linkTo(parts: readonly string[], query: Query = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search && `?${search}`}`;
}

export function goTo(parts: readonly string[], query?: Query): void {
  location.hash = linkTo(parts, query);
}

/** Replaces the address without adding to the history of the browser. */
export function keepInAddress(parts: readonly string[], query: Query): void {
  history.replaceState(null, "", linkTo(parts, query));
  reread();
}

/** Changes the address of the current screen as a step that the browser's Back takes back: an open point, a search. */
export function pushAddress(parts: readonly string[], query: Query): void {
  const link = linkTo(parts, query);
  if (link === location.hash) return;
  history.pushState(null, "", link);
  reread();
}
