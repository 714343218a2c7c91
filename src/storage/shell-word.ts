// Quotes a path for a shell, for messages that contain a command.
// The decision: it is quoted only where that is necessary, so that usual paths stay readable.

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
