// An index on text: which texts have a token, and how often.
// The decision: conditions and scores use the same lists (text/postings.ts), of documents that are the texts of one
// slot (text/text-documents.ts). Positions of tokens are not kept: a phrase is checked in the payloads that contain all
// of its tokens, and so is a text that is one of several in a slot.

import { runWhole, type Sliced } from "../../scheduling/slices.ts";
import { countedInParts, PART } from "../../text/counted.ts";
import { TokenCounter } from "../../text/token-counter.ts";
import type { Tokenizer } from "../../text/tokenize.ts";
import type { Check } from "../filter/filter.ts";
import { type TextQuery, textQuery } from "../filter/text-match.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, hasBit, intersect, isEmpty, noBits, setBit, subtract } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import type { FieldIndex, Verdict } from "./field-index.ts";
import { DenseCounts } from "./text/dense-counts.ts";
import { effortOf, textBytes } from "./text/effort.ts";
import { eachCommon, type PostingList, Postings } from "./text/postings.ts";
import { type DocumentSet, TextDocuments } from "./text/text-documents.ts";
import { loadText, saveText } from "./text/text-file.ts";

/** The index is built again if more documents than this, and a quarter of all, were replaced. */
const MAX_REPLACED = 1000;
/** Entries of lists that are read, and that are added, between two yields. */
const ENTRIES_PER_YIELD = 2 ** 15;
const ADDED_PER_YIELD = 2 ** 11;
/** The separator of the texts of a slot, which are counted as one: no tokenizer has a token across it. */
const BETWEEN_TEXTS = " \n ";

export class TextIndex implements FieldIndex {
  readonly tokenizer: Tokenizer;
  readonly #effort: number;
  readonly postings = new Postings();
  readonly documents = new TextDocuments();
  readonly dense = new DenseCounts();
  readonly #filled = new SlotSet();
  /** Slots with several texts. Having all tokens of a query does not mean that one of the texts has them. */
  readonly #several = new SlotSet();
  /** How many live documents lists have, for the set that was asked for last. */
  #counted: { readonly set: DocumentSet | null; readonly frequencies: Map<number, number> } = {
    set: null,
    frequencies: new Map(),
  };
  /** Null until a text is put in. */
  #counter: TokenCounter | null = null;

  constructor(tokenizer: Tokenizer) {
    this.tokenizer = tokenizer;
    this.#effort = effortOf(tokenizer.settings);
  }

  get bytes(): number {
    const counter = (this.#counter?.bytes ?? 0) + this.dense.bytes;
    return this.postings.bytes + this.documents.bytes + this.#filled.bytes + this.#several.bytes + counter;
  }

  get needsRebuild(): boolean {
    const { replaced, count } = this.documents;
    return replaced > Math.max(MAX_REPLACED, count / 4);
  }

  filled(slots: number): Bits {
    return this.#filled.words(slots);
  }

  effort(values: readonly JsonValue[], bytes: number): number {
    return this.#effort * textBytes(values, bytes);
  }

  put(slot: number, values: readonly JsonValue[]): void {
    this.putElements(slot, [values]);
  }

  putElements(slot: number, elements: readonly (readonly JsonValue[])[]): void {
    runWhole(this.#put(slot, elements, PART));
  }

  putInSlices(slot: number, elements: readonly (readonly JsonValue[])[]): Sliced<void> {
    return this.#put(slot, elements, Math.ceil(PART / this.#effort));
  }

  /** @param part the code units of a text between two yields */
  *#put(slot: number, elements: readonly (readonly JsonValue[])[], part: number): Sliced<void> {
    this.documents.remove(slot);
    let count = 0;
    for (const values of elements) {
      const texts = values.filter((value) => typeof value === "string");
      if (texts.length > 0) yield* this.#add(slot, texts, part);
      count += texts.length;
    }
    this.#filled.toggle(slot, count > 0);
    this.#several.toggle(slot, count > 1);
  }

  /** Adds the texts as one document. */
  *#add(slot: number, texts: readonly string[], part: number): Sliced<void> {
    const { documents, postings, tokenizer } = this;
    this.#counter ??= new TokenCounter(tokenizer, (token) => postings.termOf(token));
    const text = texts.length === 1 ? texts[0]! : texts.join(BETWEEN_TEXTS);
    const { indices, counts, length, total } =
      text.length <= part
        ? this.#counter.count(text, "value")
        : yield* countedInParts(text, "value", tokenizer, this.#counter, part);
    if (total === 0) return;
    // No reader looks at entries of a document that is not there, so it is added last.
    const document = documents.count;
    let isWhole = false;
    try {
      for (let i = 0; i < length; i++) {
        postings.add(indices[i]!, document, counts[i]!, total);
        if (i % ADDED_PER_YIELD === ADDED_PER_YIELD - 1) yield;
      }
      documents.add(slot, total);
      isWhole = true;
    } finally {
      // Its number is in lists, so no other document may have it.
      if (!isWhole) documents.addReplaced();
    }
  }

  /** Returns the list of a token, up to the document `end`; null if no text has had the token. */
  list(token: string, end: number): PostingList | null {
    const term = this.postings.terms.get(token);
    return term === undefined ? null : this.postings.list(term, end);
  }

  /** Counts the live documents of a list. */
  *frequency({ term, documents, length }: PostingList, set: DocumentSet): Sliced<number> {
    const { live } = set;
    if (set.documents === set.end) return length;
    if (this.#counted.set !== set) this.#counted = { set, frequencies: new Map() };
    const { frequencies } = this.#counted;
    const known = frequencies.get(term);
    if (known !== undefined) return known;
    let count = 0;
    for (let i = 0; i < length; i++) {
      if (hasBit(live, documents[i]!)) count++;
      if (i % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
    }
    if (term >= 0) frequencies.set(term, count);
    return count;
  }

  *select(check: Check, slots: number): Sliced<Verdict | null> {
    switch (check.kind) {
      case "text":
        return yield* this.#having(yield* textQuery(check, this.tokenizer), slots, true);
      case "text_any":
        return yield* this.#havingAny(yield* textQuery(check, this.tokenizer), slots);
      case "phrase": {
        const query = yield* textQuery(check, this.tokenizer);
        const { sure, maybe } = yield* this.#having(query, slots, false);
        return { sure: query.tokens.length === 1 ? sure : noBits(slots), maybe };
      }
      default:
        return null;
    }
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    yield* saveText(this, out, slots);
    for (const set of [this.#filled, this.#several]) yield* out.manyWords(set.bitsBelow(slots));
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    yield* loadText(this, from, slots);
    for (const set of [this.#filled, this.#several]) set.restore(yield* from.manyWords());
  }

  /** @param inOne whether one text has to have all tokens, so that slots with several have to be checked */
  *#having({ distinct }: TextQuery, slots: number, inOne: boolean): Sliced<Verdict> {
    const found = noBits(slots);
    const lists = [...distinct].map((token) => this.list(token, this.documents.count));
    if (lists.includes(null) || lists.length === 0) return { sure: found, maybe: found };
    yield* this.#addCommon(lists as PostingList[], found);
    if (!inOne || lists.length === 1 || this.#several.isEmpty) return { sure: found, maybe: found };
    const unsure = intersect(this.#several.words(slots), found);
    return isEmpty(unsure)
      ? { sure: found, maybe: found }
      : { sure: subtract(found.slice(), unsure), maybe: found };
  }

  *#havingAny({ distinct }: TextQuery, slots: number): Sliced<Verdict> {
    const found = noBits(slots);
    for (const token of distinct) {
      const list = this.list(token, this.documents.count);
      if (list) yield* this.#addCommon([list], found);
    }
    return { sure: found, maybe: found };
  }

  /** Adds the slots of the documents that are in all of the lists. */
  *#addCommon(lists: readonly PostingList[], slots: Bits): Sliced<void> {
    const { documents } = this;
    const { anyReplaced, slots: slotOf } = documents;
    yield* eachCommon(lists, (document) => {
      // A slot that is out of range is not in question: it was taken after the set was made.
      if (!anyReplaced || documents.isCurrent(document)) setBit(slots, slotOf[document]!);
    });
    yield;
  }
}
