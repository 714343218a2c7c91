// Moments as text: RFC 3339, and the shorter forms people write. The decision: a moment is a number of microseconds
// since 1970, UTC (exact to the year 2255, then to some of them); finer digits are cut off. Text that is no date of the
// calendar is no moment: February 30th does not become March 2nd.

const DATE = /(\d{4})-(\d{1,2})-(\d{1,2})/.source;
const TIME = /(\d{1,2}):(\d{2})/.source;
const SECONDS = /:(\d{2})(?:\.(\d+))?/.source;
const OFFSET = / *([Zz]|UTC|([+-])(\d{2}):?(\d{2})?)/.source;
/** Matches `YYYY-MM-DD`, optionally followed by T or a space and `HH:MM`, then seconds, then an offset after blanks. */
const MOMENT = new RegExp(`^ *${DATE}(?:[Tt ]${TIME}(?:${SECONDS}${OFFSET}?)?)?$`);

const MINUTE = 60_000_000;
const SECOND = 1_000_000;

/** Returns microseconds since 1970; null if the text is no datetime. */
export function parseDatetime(text: string): number | null {
  const found = MOMENT.exec(text);
  if (!found) return null;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = ""] = found;
  const midnight = dayOf(Number(year), Number(month), Number(day));
  // RFC 3339 has leap seconds; the 60th is the first of the next minute.
  if (midnight === null || +hour > 23 || +minute > 59 || +second > 60) return null;
  const offset = offsetOf(found[9], found[10], found[11]);
  if (offset === null) return null;
  const micros = Number(fraction.slice(0, 6).padEnd(6, "0"));
  return midnight + (+hour * 60 + +minute - offset) * MINUTE + +second * SECOND + micros;
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() * 1000 : null;
}

/** Returns the minutes east of Greenwich. */
function offsetOf(sign = "+", hours = "0", minutes = "0"): number | null {
  if (+hours > 23 || +minutes > 59) return null;
  return (sign === "-" ? -1 : 1) * (+hours * 60 + +minutes);
}
