// CPU time that a process has taken, as its kernel counts it: all its threads, and the main thread of it.
// The decision: read from outside, so that nothing has to be built into the server. Linux only, and in hundredths of a
// second: measure over seconds.
import { readFileSync } from "node:fs";

/** Ticks of the kernel in a second, towards programs: the same on all machines that Node runs on. */
const TICKS = 100;

export interface Cpu {
  /** Seconds. */
  readonly all: number;
  readonly main: number;
}

export function cpuOf(pid: number): Cpu {
  return { all: secondsIn(`/proc/${pid}/stat`), main: secondsIn(`/proc/${pid}/task/${pid}/stat`) };
}

export function since(before: Cpu, after: Cpu): Cpu {
  return { all: after.all - before.all, main: after.main - before.main };
}

/** utime and stime are the 14th and 15th field, of which the 2nd is a name in brackets that may have blanks. */
function secondsIn(file: string): number {
  const text = readFileSync(file, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
