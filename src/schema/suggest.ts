// Suggests the known name that an unknown name is probably a misspelling of.
// The decision: the distance is the number of letters that are missing, superfluous, wrong, or swapped with their
// neighbour (optimal string alignment). Word separators do not count, so restPort is rest_port.

/** With more wrong letters it is another word. */
const MAX_EDITS = 3;
/** In a short word fewer wrong letters make another word. */
const LETTERS_PER_WRONG = 3;

/** Returns the nearest name, or null if none is near. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const plain = plainly(written);
  const most = Math.min(MAX_EDITS, Math.ceil(plain.length / LETTERS_PER_WRONG));
  let nearest: string | null = null;
  let least = most + 1;
  for (const name of names) {
    const wrong = editDistance(plain, plainly(name));
    if (wrong >= least) continue;
    least = wrong;
    nearest = name;
  }
  return nearest;
}

function plainly(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, "");
}

export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = last[j - 1]! + Number(from[i - 1] !== to[j - 1]);
      row[j] = Math.min(changed, last[j]! + 1, row[j - 1]! + 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[to.length]!;
}
