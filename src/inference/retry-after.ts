// Reads the header Retry-After: seconds, or a date.

/** The longest time that is believed and told to clients. */
const MAX_SECONDS = 3_600;

/** @param now milliseconds since 1970 @returns null if there is no header, or none that can be read */
export function secondsOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS);
}
