// Makes an address out of source text, from which a worker thread can be started without a file.

/** The source of a module as a data: URL. @param name by which stack traces call it, instead of by all of the URL */
export function scriptOf(source: string, name: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(`${source}\n//# sourceURL=${name}.js\n`)}`);
}
