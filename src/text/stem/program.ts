// The machine that runs the algorithms of the Snowball project: a word, a cursor in it, and steps that test and
// replace parts of the word before or after the cursor.
// The decision: gen/ has one class for each language, extracted from a package (library/stemmers.ts), and all of them
// share this machine. The words are short, so a replacement makes a new string.
// Its names are those of the language Snowball: bra and ket are the ends of the slice that a step replaces.

/** An ending: its text, the index of the longest ending that it ends with or -1, its result, perhaps a condition. */
type Among = readonly [text: string, shorter: number, result: number, condition?: string];

export abstract class SnowballProgram {
  protected current = "";
  protected cursor = 0;
  protected limit = 0;
  protected limit_backward = 0;
  protected bra = 0;
  protected ket = 0;

  /** Changes the word into its stem. */
  protected abstract run(): unknown;

  stem(word: string): string {
    this.current = word;
    this.cursor = 0;
    this.limit = word.length;
    this.limit_backward = 0;
    this.bra = 0;
    this.ket = word.length;
    this.run();
    return this.current;
  }

  /** Steps over a character of the group. @param group bits of the characters from `min` to `max` */
  protected inGroup(group: readonly number[], min: number, max: number): boolean {
    if (this.cursor >= this.limit || !isIn(this.current.charCodeAt(this.cursor), group, min, max))
      return false;
    this.cursor++;
    return true;
  }

  protected inGroupBefore(group: readonly number[], min: number, max: number): boolean {
    if (this.cursor <= this.limit_backward) return false;
    if (!isIn(this.current.charCodeAt(this.cursor - 1), group, min, max)) return false;
    this.cursor--;
    return true;
  }

  protected outOfGroup(group: readonly number[], min: number, max: number): boolean {
    if (this.cursor >= this.limit || isIn(this.current.charCodeAt(this.cursor), group, min, max))
      return false;
    this.cursor++;
    return true;
  }

  protected outOfGroupBefore(group: readonly number[], min: number, max: number): boolean {
    if (this.cursor <= this.limit_backward) return false;
    if (isIn(this.current.charCodeAt(this.cursor - 1), group, min, max)) return false;
    this.cursor--;
    return true;
  }

  protected equals(text: string): boolean {
    if (this.limit - this.cursor < text.length || !this.current.startsWith(text, this.cursor)) return false;
    this.cursor += text.length;
    return true;
  }

  protected equalsBefore(text: string): boolean {
    const start = this.cursor - text.length;
    if (start < this.limit_backward || !this.current.startsWith(text, start)) return false;
    this.cursor = start;
    return true;
  }

  /** Finds the longest of some texts at the cursor. @param among in the order of their characters @returns 0: none */
  protected findAmong(among: readonly Among[]): number {
    const from = this.cursor;
    let i = among.length;
    for (let low = 0; low < i; ) {
      const middle = (low + i) >> 1;
      if (this.#compare(among[middle]![0]) < 0) i = middle;
      else low = middle + 1;
    }
    for (i--; i >= 0; i = among[i]![1]) {
      const entry = among[i]!;
      if (this.#compare(entry[0]) === 0 && this.#accepts(entry, from + entry[0].length)) return entry[2];
      this.cursor = from;
    }
    return 0;
  }

  /** Finds the longest of some texts before the cursor. @param among in the order of their characters from the end */
  protected findAmongBefore(among: readonly Among[]): number {
    const from = this.cursor;
    let i = among.length;
    for (let low = 0; low < i; ) {
      const middle = (low + i) >> 1;
      if (this.#compareBefore(among[middle]![0]) < 0) i = middle;
      else low = middle + 1;
    }
    for (i--; i >= 0; i = among[i]![1]) {
      const entry = among[i]!;
      if (this.#compareBefore(entry[0]) === 0 && this.#accepts(entry, from - entry[0].length))
        return entry[2];
      this.cursor = from;
    }
    return 0;
  }

  /** Moves the cursor behind the text that was found, and checks the condition there. */
  #accepts([, , , condition]: Among, cursor: number): boolean {
    this.cursor = cursor;
    if (condition === undefined) return true;
    const holds = (this as unknown as Record<string, () => boolean>)[condition]!();
    this.cursor = cursor;
    return holds;
  }

  /** Returns 0 if the text is at the cursor, and a negative number if the word comes before it in their order. */
  #compare(text: string): number {
    const { current, cursor, limit } = this;
    for (let i = 0; i < text.length; i++) {
      if (cursor + i >= limit) return -1;
      const difference = current.charCodeAt(cursor + i) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compareBefore(text: string): number {
    const { current, cursor, limit_backward } = this;
    for (let i = 1; i <= text.length; i++) {
      if (cursor - i < limit_backward) return -1;
      const difference = current.charCodeAt(cursor - i) - text.charCodeAt(text.length - i);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  protected replaceSlice(text: string): void {
    const { bra, ket } = this;
    const change = text.length - (ket - bra);
    this.current = this.current.slice(0, bra) + text + this.current.slice(ket);
    this.limit += change;
    if (this.cursor >= ket) this.cursor += change;
    else if (this.cursor > bra) this.cursor = bra;
  }

  protected removeSlice(): void {
    this.replaceSlice("");
  }

  protected slice(): string {
    return this.current.slice(this.bra, this.ket);
  }

  /** Replaces the text between two positions. */
  protected insert(from: number, to: number, text: string): void {
    const { bra, ket } = this;
    this.bra = from;
    this.ket = to;
    this.replaceSlice(text);
    const change = text.length - (to - from);
    this.bra = from <= bra ? bra + change : bra;
    this.ket = from <= ket ? ket + change : ket;
  }
}

function isIn(code: number, group: readonly number[], min: number, max: number): boolean {
  if (code > max || code < min) return false;
  const bit = code - min;
  return (group[bit >> 3]! & (1 << (bit & 7))) !== 0;
}
