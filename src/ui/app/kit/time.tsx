// Times and the durations until or since them, updated while the page is visible.
// The decision: the page has one timer, however many countdowns it shows.
import { signal } from "@preact/signals";
import { duration } from "./format.ts";
import { usableLanguage } from "./locale.ts";

const SECOND = 1_000;
const JUST_NOW = 5;

const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, SECOND);
addEventListener("visibilitychange", () => {
  now.value = Date.now();
});

const LANGUAGE = usableLanguage(navigator.language);
const FULL = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "medium" });

/** Formats a time in the language and the time zone of the browser: "Nov 22, 2026, 5:10 AM". */
export function moment(at: string): string {
  return FULL.format(new Date(at));
}

/** Formats the time of day alone: "5:10:09 AM". */
export function timeOfDay(at: Date): string {
  return CLOCK.format(at);
}

export function secondsUntil(at: string): number {
  return (Date.parse(at) - now.value) / SECOND;
}

/** Shows how long ago a time was, with the largest unit only. */
export function Ago({ at }: { at: string }) {
  const seconds = -secondsUntil(at);
  const text = seconds < JUST_NOW ? "just now" : `${largest(seconds)} ago`;
  return (
    <time dateTime={at} title={moment(at)}>
      {text}
    </time>
  );
}

export function TimeLeft({ until }: { until: string }) {
  return (
    <time dateTime={until} title={moment(until)} class="countdown">
      {duration(secondsUntil(until))}
    </time>
  );
}

function largest(seconds: number): string {
  return duration(seconds).split(" ").slice(0, 2).join(" ");
}
