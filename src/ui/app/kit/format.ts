// Formats numbers, bytes and durations for reading.

const WHOLE = new Intl.NumberFormat("en-US");
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];
const KIB = 1024;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function count(value: number | bigint): string {
  return WHOLE.format(value);
}

export function shortCount(value: number): string {
  return COMPACT.format(value);
}

export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(value) / Math.log(KIB)));
  const scaled = value / KIB ** power;
  return `${scaled >= 100 || power === 0 ? Math.round(scaled) : scaled.toFixed(1)} ${UNITS[power]}`;
}

export function milliseconds(value: number): string {
  if (value < 1) return `${Math.round(value * 1000)} µs`;
  return value < 1000
    ? `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
    : `${(value / 1000).toFixed(1)} s`;
}

/** Formats a duration with its two largest units: "3 d 4 h". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < MINUTE) return `${s} s`;
  if (s < HOUR) return `${Math.floor(s / MINUTE)} min ${s % MINUTE} s`;
  if (s < DAY) return `${Math.floor(s / HOUR)} h ${Math.floor((s % HOUR) / MINUTE)} min`;
  return `${Math.floor(s / DAY)} d ${Math.floor((s % DAY) / HOUR)} h`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
}

export function plural(many: number, singular: string, several = `${singular}s`): string {
  return `${count(many)} ${many === 1 ? singular : several}`;
}

/** Formats a place of a payload, such as "48.86° N, 2.35° E"; undefined if the value is none. */
export function placeText(value: unknown): string | undefined {
  const { lat, lon, ...others } = (value ?? {}) as { readonly lat?: unknown; readonly lon?: unknown };
  if (typeof lat !== "number" || typeof lon !== "number" || Object.keys(others).length > 0) return undefined;
  return `${Math.abs(lat)}° ${lat < 0 ? "S" : "N"}, ${Math.abs(lon)}° ${lon < 0 ? "W" : "E"}`;
}
