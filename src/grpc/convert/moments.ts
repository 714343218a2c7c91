// Codecs of datetimes: a Timestamp becomes the text that REST has for it, RFC 3339 in UTC, to the microsecond.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { Timestamp } from "../gen/azimuth.d.ts";
import type { Codec } from "./codec.ts";

/** Seconds of the years that RFC 3339 can write: 0001 to 9999. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;
const NANOS = 1_000_000_000;
/** The length of a text of Date up to the seconds. */
const SECONDS_LENGTH = "2026-01-31T12:00:00".length;

export const moment: Codec<Timestamp> = {
  read({ seconds, nanos }, where) {
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos >= NANOS) {
      throw new InvalidArgument(
        `${where}: expected a moment of the years 1 to 9999, got ${seconds} s ${nanos} ns`,
      );
    }
    const text = new Date(Number(seconds) * 1000).toISOString().slice(0, SECONDS_LENGTH);
    const micros = Math.trunc(nanos / 1000);
    return micros === 0 ? `${text}Z` : `${text}.${String(micros).padStart(6, "0")}Z`;
  },
  write(json) {
    const [, whole, fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(json as string)!;
    const seconds = BigInt(Date.parse(`${whole}Z`) / 1000);
    return { seconds, nanos: Number(fraction.slice(0, 9).padEnd(9, "0")) };
  },
};
