// Finds the first byte that is not valid UTF-8. node:buffer only tells whether a text is valid, at the speed of memory;
// this slower function is for bodies that are refused anyway.
// The decision: the position of an ill-formed sequence is that of its first byte.

/** Returns the offset of the first ill-formed sequence, or the length if there is none (Unicode, table 3-7). */
export function validUtf8Length(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at]!, bytes[at + 1] ?? 0);
    if (length === 0) return at;
    for (let next = 2; next < length; next++) if ((bytes[at + next]! & 0xc0) !== 0x80) return at;
    at += length;
  }
  return at;
}

/** Returns the length of a sequence by its first two bytes; 0 if they are not allowed together. */
function sequenceLength(lead: number, second: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  // The narrower ranges exclude overlong forms, surrogates and code points above U+10FFFF.
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
