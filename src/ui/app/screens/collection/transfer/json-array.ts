// Divides the text of a JSON array into its elements while it is read.
// The decision: only brackets and quotes are looked at, so a file of any size needs the memory of one element, and an
// element that is no valid JSON spoils no other.

export class JsonArrayReader {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #element = "";

  /** Returns the texts of the elements that end within this piece. */
  push(piece: string): string[] {
    const found: string[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const mark = piece[at]!;
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (mark === "\\") this.#isEscaped = true;
        else if (mark === '"') this.#isText = false;
        continue;
      }
      if (mark === '"') this.#isText = true;
      else if (mark === "[" || mark === "{") {
        if (this.#depth++ === 0) from = at + 1;
      } else if (mark === "]" || mark === "}" || mark === ",") {
        const isEnd = mark === "," ? this.#depth === 1 : --this.#depth === 0;
        if (!isEnd) continue;
        this.#add(found, piece.slice(from, at));
        from = at + 1;
      }
    }
    if (this.#depth > 0) this.#element += piece.slice(from);
    return found;
  }

  /** @throws Error if the array is not closed */
  end(): void {
    if (this.#depth > 0) throw new Error("The file ends before its array does");
  }

  #add(found: string[], rest: string): void {
    const text = (this.#element + rest).trim();
    this.#element = "";
    if (text !== "") found.push(text);
  }
}
