// An index on text: for each token the slots whose text contains it.
// The decision: lists only grow. A slot whose text was replaced may remain in lists, so it is marked to be checked
// against its payload, and when there are many of them the index is built again. Positions of tokens are not kept: a
// phrase is checked in the payloads that contain all of its tokens.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Tokenizer } from "../../text/tokenize.ts";
import type { Check } from "../filter/filter.ts";
import { type TextQuery, textQuery } from "../filter/text-match.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, intersect, isEmpty, noBits, setBit, subtract, union } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import type { FieldIndex, Verdict } from "./field-index.ts";

const TOKEN_BYTES = 120;
const SLOT_BYTES = 8;
/** The index is built again if more slots than this, and a quarter of all, have to be checked for replaced texts. */
const MAX_REPLACED = 1000;
/** Slots and tokens that are written between two yields. */
const SAVED_SLOTS = 2 ** 13;
const SAVED_TOKENS = 2 ** 9;
/** Slots of a list that are taken between two yields. */
const SLOTS_PER_YIELD = 2 ** 15;

export class TextIndex implements FieldIndex {
  readonly #tokenizer: Tokenizer;
  readonly #lists = new Map<string, number[]>();
  readonly #filled = new SlotSet();
  /** Slots with several texts. Having all tokens of a query does not mean that one of the texts has them. */
  readonly #several = new SlotSet();
  readonly #replaced = new SlotSet();
  #bytes = 0;
  #puts = 0;
  #replacements = 0;

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  get bytes(): number {
    return this.#bytes + this.#filled.bytes + this.#several.bytes + this.#replaced.bytes;
  }

  get needsRebuild(): boolean {
    return this.#replacements > Math.max(MAX_REPLACED, this.#puts / 4);
  }

  filled(slots: number): Bits {
    return this.#filled.words(slots);
  }

  put(slot: number, values: readonly JsonValue[]): void {
    const texts = values.filter((value) => typeof value === "string");
    if (this.#filled.has(slot)) {
      this.#replaced.add(slot);
      this.#replacements++;
    }
    this.#puts++;
    this.#filled.toggle(slot, texts.length > 0);
    this.#several.toggle(slot, texts.length > 1);
    const tokens = new Set(texts.flatMap((text) => this.#tokenizer.valueTokens(text).flat()));
    for (const token of tokens) this.#add(token, slot);
  }

  *select(check: Check, slots: number): Sliced<Verdict | null> {
    switch (check.kind) {
      case "text":
        return yield* this.#having(yield* textQuery(check, this.#tokenizer), slots, this.#several);
      case "text_any":
        return yield* this.#havingAny(yield* textQuery(check, this.#tokenizer), slots);
      case "phrase": {
        const query = yield* textQuery(check, this.#tokenizer);
        const { sure, maybe } = yield* this.#having(query, slots, null);
        return { sure: query.tokens.length === 1 ? sure : noBits(slots), maybe };
      }
      default:
        return null;
    }
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    // Lists come first: a slot that was in one of them is among the filled or the replaced ones at any later time.
    yield* this.#saveLists(out, slots);
    for (const set of [this.#filled, this.#several, this.#replaced])
      yield* out.manyWords(set.bitsBelow(slots));
    out.numbers(Float64Array.of(this.#puts, this.#replacements));
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    for (let tokens = from.texts(); tokens.length > 0; tokens = from.texts()) {
      const [lengths, listed] = [from.words(), from.words()];
      let at = 0;
      for (const [i, token] of tokens.entries()) {
        for (const end = at + (lengths[i] ?? 0); at < end; at++) {
          if (!(listed[at]! < slots)) from.fail("a list has a slot that the index does not have");
          this.#add(token, listed[at]!);
        }
      }
      yield;
    }
    for (const set of [this.#filled, this.#several, this.#replaced]) set.restore(yield* from.manyWords());
    const counts = new Float64Array(2);
    from.numbers(counts);
    [this.#puts, this.#replacements] = counts as unknown as [number, number];
  }

  /** Writes the lists, a long one in several parts. Lists only grow meanwhile. */
  *#saveLists(out: BlockWriter, slots: number): Sliced<void> {
    let [tokens, lengths, listed]: [string[], number[], number[]] = [[], [], []];
    let visited = 0;
    for (const [token, list] of this.#lists) {
      // Lists without any of the slots are many if many points are written meanwhile.
      if (++visited % SAVED_SLOTS === 0) yield;
      for (let from = 0; from < list.length; ) {
        const before = listed.length;
        const end = Math.min(list.length, from + SAVED_SLOTS - before);
        for (; from < end; from++) if (list[from]! < slots) listed.push(list[from]!);
        if (listed.length > before) {
          tokens.push(token);
          lengths.push(listed.length - before);
        }
        if (tokens.length < SAVED_TOKENS && listed.length < SAVED_SLOTS) continue;
        out.texts(tokens);
        out.words(lengths);
        out.words(listed);
        [tokens, lengths, listed] = [[], [], []];
        yield;
      }
    }
    if (tokens.length > 0) {
      out.texts(tokens);
      out.words(lengths);
      out.words(listed);
    }
    out.texts([]);
  }

  /** @param uncertain slots that have to be checked in addition to those with a replaced text */
  *#having({ distinct }: TextQuery, slots: number, uncertain: SlotSet | null): Sliced<Verdict> {
    const [first, ...others] = distinct;
    if (first === undefined) return this.#verdict(noBits(slots), slots, null);
    const matching = yield* this.#slotsOf(first, slots);
    for (const token of others) {
      if (isEmpty(matching)) break;
      intersect(matching, yield* this.#slotsOf(token, slots));
    }
    return this.#verdict(matching, slots, others.length > 0 ? uncertain : null);
  }

  *#havingAny({ distinct }: TextQuery, slots: number): Sliced<Verdict> {
    const bits = noBits(slots);
    for (const token of distinct) yield* this.#addSlotsOf(token, bits);
    return this.#verdict(bits, slots, null);
  }

  #verdict(maybe: Bits, slots: number, uncertain: SlotSet | null): Verdict {
    const unsure = this.#replaced.words(slots);
    if (uncertain) union(unsure, uncertain.words(slots));
    return isEmpty(intersect(unsure, maybe))
      ? { sure: maybe, maybe }
      : { sure: subtract(maybe.slice(), unsure), maybe };
  }

  *#slotsOf(token: string, slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    yield* this.#addSlotsOf(token, bits);
    return bits;
  }

  *#addSlotsOf(token: string, bits: Bits): Sliced<void> {
    let count = 0;
    for (const slot of this.#lists.get(token) ?? []) {
      setBit(bits, slot);
      if (++count % SLOTS_PER_YIELD === 0) yield;
    }
    yield;
  }

  #add(token: string, slot: number): void {
    const list = this.#lists.get(token);
    if (list) list.push(slot);
    else this.#lists.set(token, [slot]);
    this.#bytes += list ? SLOT_BYTES : TOKEN_BYTES + token.length;
  }
}
