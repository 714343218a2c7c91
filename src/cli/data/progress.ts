// Shows the progress of a long command: in a line that is overwritten at a terminal, otherwise in a line every ten
// seconds.
import { duration } from "../../shared/indexing.ts";
import { counted, type Output } from "../common/output.ts";

const WATCHED_MS = 200;
const UNWATCHED_MS = 10_000;

interface Step {
  readonly rows: number;
  /** From 0 to 1; null: the total is unknown. */
  readonly part: number | null;
}

export class Progress {
  readonly #output: Output;
  readonly #now: () => number;
  readonly #began: number;
  readonly #before: Step;
  readonly #label: string;
  #shown: number;

  /**
   * @param before the progress at the beginning
   * @param label what the rows are of, if the command has several
   */
  constructor(output: Output, now: () => number, before: Step = { rows: 0, part: null }, label = "") {
    this.#output = output;
    this.#now = now;
    this.#began = now();
    this.#shown = this.#began;
    this.#before = before;
    this.#label = label === "" ? "" : `${label}: `;
  }

  get seconds(): number {
    return (this.#now() - this.#began) / 1000;
  }

  /** Rows per second. */
  rateOf(rows: number): number {
    return Math.round((rows - this.#before.rows) / Math.max(this.seconds, 0.001));
  }

  step({ rows, part }: Step): void {
    const words = [counted(rows, "row"), `${this.rateOf(rows)}/s`];
    if (part !== null) {
      const done = part - (this.#before.part ?? 0);
      const left = done > 0 ? ((1 - part) * this.seconds) / done : null;
      words.splice(1, 0, `${Math.floor(part * 100)} %`);
      if (left !== null) words.push(`${duration(left)} left`);
    }
    this.show(this.#label + words.join(", "));
  }

  /** Shows a text, unless one was shown a moment ago. */
  show(text: string): void {
    const every = this.#output.isTTY ? WATCHED_MS : UNWATCHED_MS;
    if (this.#now() - this.#shown < every) return;
    this.#shown = this.#now();
    this.#output.write(this.#output.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }

  /** Prints a line. */
  say(text: string): void {
    this.end();
    this.#output.write(`${text}\n`);
  }

  /** Removes the line that is overwritten. */
  end(): void {
    if (this.#output.isTTY) this.#output.write("\r\u001b[K");
  }
}
