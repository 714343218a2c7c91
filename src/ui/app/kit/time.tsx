// Times and the durations until or since them, updated while the page is visible.
// The decision: the page has one timer, however many countdowns it shows.
import { signal } from "@preact/signals";
import { duration } from "./format.ts";

const SECOND = 1_000;
const JUST_NOW = 5;

const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, SECOND);
addEventListener("visibilitychange", () => {
  now.value = Date.now();
});

const FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Formats a time in the time zone of the browser: 22 Nov 2026, 05:10. */
export function moment(at: string): string {
  return FULL.format(new Date(at));
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
