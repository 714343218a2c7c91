/** The source of a module as an address that a worker can be started from. */
export function scriptOf(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
