// Choices of the user and requests of the console that outlive the page, in localStorage.
// The decision: a browser that refuses its storage, or a value that cannot be read, means the default, and no error.
// Nothing with a credential is kept.

const PREFIX = "azimuth.";

/** Returns a kept value; undefined if there is none. It may be from another version, so callers check its parts. */
export function readKept(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value as JSON; undefined removes it. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Without storage the choice is valid until the page is closed.
  }
}
