// Makes an address out of source text, from which a worker thread can be started without a file.

/** The source of a module as a data: URL. */
export function scriptOf(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
