// The recall that a request asks for, and what its searches are expected to find.
// The decision: the object travels with the parameters of a search down to each index, which notes its part; the answer
// is put together when all have. Two requests that ask for the same have the same JSON and may share a search.

/** What an answer says of its recall. */
interface RecallFigures {
  readonly asked: number;
  /** The share of the nearest neighbours that is expected to be found; null: that was not measured. */
  readonly expected: number | null;
  /** The candidates that walks kept; null: all vectors were compared. */
  readonly ef: number | null;
  /** When it was measured, in milliseconds since 1970; null: it was not, or needed no measurement. */
  readonly measured: number | null;
}

/** How one index was searched. */
interface RecallPart extends Omit<RecallFigures, "asked"> {
  /** The slots that were searched. */
  readonly slots: number;
}

export class AskedRecall {
  readonly asked: number;
  /** Whether answers say what was expected: the request or the collection asks for it. */
  readonly isShown: boolean;
  /** The searches that compared all vectors because no measured ef finds enough. */
  unreached = 0;
  readonly #parts = new Map<object, RecallPart>();

  constructor(asked: number, isShown: boolean) {
    this.asked = asked;
    this.isShown = isShown;
  }

  /** @param index the index that was searched; of several searches in one the worst counts */
  note(index: object, part: RecallPart): void {
    const before = this.#parts.get(index);
    this.#parts.set(index, before === undefined ? part : worseOf(before, part));
  }

  /** Takes over what was noted for a search that this request shares. */
  noteShared(other: AskedRecall): void {
    for (const [index, part] of other.#parts) this.#parts.set(index, part);
  }

  /** What was noted of each index. */
  get parts(): readonly RecallPart[] {
    return [...this.#parts.values()];
  }

  get figures(): RecallFigures {
    const { parts } = this;
    const slots = parts.reduce((sum, part) => sum + part.slots, 0);
    const found = parts.reduce((sum, part) => sum + (part.expected ?? Number.NaN) * part.slots, 0);
    const expected = slots === 0 ? 1 : found / slots;
    const efs = parts.flatMap(({ ef }) => ef ?? []);
    const times = parts.flatMap(({ measured }) => measured ?? []);
    return {
      asked: this.asked,
      expected: Number.isNaN(expected) ? null : expected,
      ef: efs.length === 0 ? null : Math.max(...efs),
      measured: times.length === 0 ? null : Math.min(...times),
    };
  }

  toJSON(): number {
    return this.asked;
  }
}

function worseOf(one: RecallPart, other: RecallPart): RecallPart {
  const [worse, better] = (one.expected ?? -1) <= (other.expected ?? -1) ? [one, other] : [other, one];
  const ef = Math.max(worse.ef ?? 0, better.ef ?? 0);
  return { ...worse, ef: ef === 0 ? null : ef };
}
