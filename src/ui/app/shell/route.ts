// Where in the console the user is: the part of the address behind `#`.
// The decision: hashes, because the server then has one page, and a link to a screen survives any proxy in front of it.
import { signal } from "@preact/signals";

interface Route {
  /** Decoded segments of the path. */
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

/** @param parts are encoded here */
export function linkTo(parts: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search && `?${search}`}`;
}

export function goTo(parts: readonly string[], query?: Readonly<Record<string, string>>): void {
  location.hash = linkTo(parts, query);
}

/** Says in the address what is seen, without a step in the history. */
export function keepInAddress(parts: readonly string[], query: Readonly<Record<string, string>>): void {
  history.replaceState(null, "", linkTo(parts, query));
  route.value = read();
}
