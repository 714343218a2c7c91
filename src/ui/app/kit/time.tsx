// Moments, and how far away they are, kept up to date while somebody looks.
// The decision: one clock for the page, so that a thousand countdowns cost one timer.
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

/** 22 Nov 2026, 05:10, of the browser's time zone. */
export function moment(at: string): string {
  return FULL.format(new Date(at));
}

export function secondsUntil(at: string): number {
  return (Date.parse(at) - now.value) / SECOND;
}

/** The larger unit only: nobody wants the minutes of what was days ago. */
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
