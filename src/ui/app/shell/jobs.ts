// Jobs that continue in this tab whichever screen is open, such as an import.
// The decision: jobs are module state, so leaving a screen ends none of them. While one runs, the browser asks before
// the tab is closed or reloaded.
import { type ReadonlySignal, signal } from "@preact/signals";
import { keepOpenWhile } from "../kit/keep-open.ts";

interface Job {
  readonly id: string;
  /** The address of the screen that shows it. */
  readonly link: string;
  readonly state: ReadonlySignal<JobState>;
}

interface JobState {
  readonly text: string;
  readonly isRunning: boolean;
  /** Whether the shell shows it: it is running, or it has stopped for a reason that the user should see. */
  readonly isShown: boolean;
}

export const jobs = signal<readonly Job[]>([]);

/** Adds a job and replaces one with the same id. */
export function addJob(job: Job): void {
  jobs.value = [...jobs.value.filter(({ id }) => id !== job.id), job];
}

export function removeJob(id: string): void {
  jobs.value = jobs.value.filter((job) => job.id !== id);
}

keepOpenWhile(() => jobs.value.some(({ state }) => state.value.isRunning));
