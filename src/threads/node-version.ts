// Which versions of Node this package runs on.
// The decision: the file imports nothing, so the oldest Node that knows modules can load it and say the sentence.
const OLDEST = [20, 19] as const;

/** What to tell the user of a Node that is too old; null: it is new enough. */
export function oldNodeText(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Azimuth needs Node ${OLDEST.join(".")} or newer, and this is ${version}`;
}
