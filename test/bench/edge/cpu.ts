// CPU time of a process according to the kernel: of all threads, and of the main thread. The decision: it is read from
// outside, so that the server needs no code for it. This works on Linux only, in hundredths of a second: measure for
// seconds.
import { readFileSync } from "node:fs";

/** Ticks of the kernel in a second, as it reports them to programs: equal on all machines for which Node exists. */
const TICKS = 100;

export interface Cpu {
  /** CPU time in seconds. */
  readonly all: number;
  readonly main: number;
}

export function cpuOf(pid: number): Cpu {
  return { all: secondsIn(`/proc/${pid}/stat`), main: secondsIn(`/proc/${pid}/task/${pid}/stat`) };
}

export function since(before: Cpu, after: Cpu): Cpu {
  return { all: after.all - before.all, main: after.main - before.main };
}

/** Reads utime and stime, the 14th and 15th field; the 2nd is a name in parentheses that may contain blanks. */
function secondsIn(file: string): number {
  const text = readFileSync(file, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
