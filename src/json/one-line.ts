// Writes JSON as one line of a file.
// The decision: a line break becomes a space. JSON has raw line breaks between tokens only, never in a string, so the
// value, its digits and its escapes stay as they were received.

/**
 * Replaces each line break, with the indentation after it, by a space. A text that is not JSON becomes one line, too.
 */
export function singleLine(json: string): string {
  return json.replace(/[\r\n][ \t\r\n]*/g, " ");
}
