// Checks that Node is new enough for this package.
// The decision: the file imports nothing, so the oldest Node with modules can load it and print the message.
const OLDEST = [20, 19] as const;

/** Returns the message for a Node that is too old, or null for one that is new enough. */
export function oldNodeText(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Azimuth needs Node ${OLDEST.join(".")} or newer, and this is ${version}`;
}
