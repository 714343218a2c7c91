// JSON as one line of a file, whatever line breaks it was written with.
// The decision: a line break becomes a space. JSON has raw line breaks between tokens only, never in a string, so the value, its
// digits and its escapes stay as they were received.

/** The text without line breaks, and without the indentation behind them. What is not JSON becomes one line, too. */
export function oneLine(json: string): string {
  return json.replace(/[\r\n][ \t\r\n]*/g, " ");
}
