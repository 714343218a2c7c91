// The current screen: the part of the address behind `#`.
// The decision: with hashes the server has only one page, and links work behind every proxy.
import { signal } from "@preact/signals";

interface Route {
  /** The decoded segments of the path. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

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
addEventListener("hashchange", () => {
  route.value = read();
});

/** Returns the link of a screen. @param parts are encoded here */
export function linkTo(parts: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search && `?${search}`}`;
}

export function goTo(parts: readonly string[], query?: Readonly<Record<string, string>>): void {
  location.hash = linkTo(parts, query);
}

/** Replaces the address without adding to the history of the browser. */
export function keepInAddress(parts: readonly string[], query: Readonly<Record<string, string>>): void {
  history.replaceState(null, "", linkTo(parts, query));
  route.value = read();
}
