// A path as it has to be typed, for texts that name the command which mends something.
// The decision: quoted only where it must be, so that what is usual can be read.

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
