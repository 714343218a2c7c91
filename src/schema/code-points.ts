// Compares names by code point, as the API specifies. JavaScript's own `<` compares UTF-16 units, which puts characters
// above U+FFFF before U+E000.

export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return codePointAround(a, i) - codePointAround(b, i);
  }
  return a.length - b.length;
}

/** Returns the code point that the unit at `index` is part of. */
function codePointAround(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return text.codePointAt(isLow && index > 0 ? index - 1 : index)!;
}
