// The document of the console: requests one after another, each a line with method and path and, below, its JSON body.
// The decision: the text is the only state. Lines that begin with // or # are comments, also within a body: no line of
// JSON begins so.
import type { Method } from "../../api/request.ts";

export interface Request {
  readonly method: Method;
  readonly path: string;
  /** The text of the body without comments; empty: there is none. */
  readonly body: string;
}

/** A request with its position in the document. */
export interface PlacedRequest extends Request {
  /** The start of its line. */
  readonly from: number;
  /** Where its line ends and its body begins. */
  readonly lineEnd: number;
  /** The end of its body; the text between is what was typed, comments included. */
  readonly to: number;
}

export const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
/** The line of a request: its method, and its path. */
export const REQUEST_LINE = /^[ \t]*(GET|POST|PUT|PATCH|DELETE|HEAD)[ \t]+(\S+)[ \t]*$/gim;
const COMMENT_LINE = /^[ \t]*(?:\/\/|#).*$/gm;

export function requestsIn(text: string): PlacedRequest[] {
  const lines = [...text.matchAll(REQUEST_LINE)];
  return lines.map((line, i) => {
    const [whole, method, path] = line as unknown as [string, string, string];
    const lineEnd = line.index + whole.length;
    const to = lines[i + 1]?.index ?? text.length;
    const body = text.slice(lineEnd, to).replace(COMMENT_LINE, "").trim();
    const absolute = path.startsWith("/") ? path : `/${path}`;
    return { method: method.toUpperCase() as Method, path: absolute, body, from: line.index, lineEnd, to };
  });
}

/** Returns the request at a position: that of the line, or the one before. */
export function requestAt(text: string, position: number): PlacedRequest | undefined {
  const all = requestsIn(text);
  return all.findLast(({ from }) => from <= position) ?? all[0];
}

function textOf({ method, path, body }: Request): string {
  return `${method} ${path}\n${body === "" ? "" : `${body}\n`}`;
}

/** Appends a request, unless the document has it. @returns the document, and where the request begins */
export function withRequest(text: string, request: Request): { text: string; at: number } {
  const { method, path, body } = request;
  const known = requestsIn(text).find(
    (one) => one.method === method && one.path === path && one.body === body.trim(),
  );
  if (known) return { text, at: known.from };
  const before = text.trimEnd();
  const start = before === "" ? "" : `${before}\n\n`;
  return { text: start + textOf(request), at: start.length };
}
