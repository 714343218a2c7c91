// The anchors of the headings of one page, as GitHub makes them.
// The decision: the same rule as on GitHub, so a link between pages works there, in the package and on the site.

export class Anchors {
  readonly #used = new Map<string, number>();

  /**
   * Returns the anchor of the next heading: its text in lower case, with hyphens for spaces, and with a number if it is
   * taken.
   */
  next(heading: string): string {
    const base = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    let anchor = base;
    for (let count = this.#used.get(base) ?? 0; this.#used.has(anchor); ) {
      count++;
      anchor = `${base}-${count}`;
      this.#used.set(base, count);
    }
    this.#used.set(anchor, 0);
    return anchor;
  }
}
