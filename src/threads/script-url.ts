// Makes a URL of source text, from which a worker thread can be started without a file.

/** Returns the source of a module as a data: URL. @param name shown in stack traces in place of the whole URL */
export function scriptOf(source: string, name: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(`${source}\n//# sourceURL=${name}.js\n`)}`);
}
