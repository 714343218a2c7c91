// Errors without a stack, which takes ten times as long to write down as the error.
// The decision: for errors that are made by the thousand, one for each bad line, of which only the text is ever read.

/** Runs synchronous work; errors that it creates have no stack trace. */
export function withoutStacks<T>(work: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = before;
  }
}
