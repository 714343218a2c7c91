// The part of a text that shows most of the words that were found.
// The decision: the window that contains the most of them, the first of equal ones, begun at a word.

/** A range of a text in UTF-16 units, without its end. */
export type Range = readonly [start: number, end: number];

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Characters that are shown before the first word that was found. */
const BEFORE = 40;

/** Returns the whole text in pieces. @param ranges in ascending order */
export function pieces(text: string, ranges: readonly Range[]): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from < end) continue;
    if (from > end) found.push({ text: text.slice(end, from), isMarked: false });
    found.push({ text: text.slice(from, to), isMarked: true });
    end = to;
  }
  if (end < text.length) found.push({ text: text.slice(end), isMarked: false });
  return found;
}

/** Returns about `length` characters of the text in pieces; an ellipsis stands for what is left out. */
export function snippet(text: string, ranges: readonly Range[], length: number): Piece[] {
  const first = startOf(ranges, length);
  const from = Math.max(0, first - BEFORE);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const isWhole = start + length >= text.length;
  const space = text.lastIndexOf(" ", start + length);
  const end = isWhole ? text.length : space > first ? space : start + length;
  const inside = ranges
    .filter((range) => range[0] >= start && range[1] <= end)
    .map((range): Range => [range[0] - start, range[1] - start]);
  const shown = pieces(text.slice(start, end), inside);
  const gap: Piece = { text: "…", isMarked: false };
  return [...(start > 0 ? [gap] : []), ...shown, ...(isWhole ? [] : [gap])];
}

/** Returns where the window with the most ranges begins. */
function startOf(ranges: readonly Range[], length: number): number {
  let best = 0;
  let most = 0;
  for (const [i, [from]] of ranges.entries()) {
    let count = 0;
    while (i + count < ranges.length && ranges[i + count]![1] <= from + length - BEFORE) count++;
    if (count > most) [best, most] = [from, count];
  }
  return best;
}
