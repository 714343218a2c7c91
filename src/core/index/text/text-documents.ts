// The documents of a text index: the text that a slot has at the path, or each of several, with a number of its own.
// The decision: a text that replaces another one is a new document, so that lists of documents only grow and documents
// are ascending in them, in whatever order slots are indexed. Which documents count follows from the slots that are
// visible to a read: the set is brought up to date by what has changed in these since the last read, and is copied
// before it changes, so that a read keeps the set with which it began.
import { type Bits, clearBit, hasBit, setBit, WORD_BITS } from "../../slots/bits.ts";
import { FIRST_SLOTS, grown } from "../../slots/slot-tables.ts";
import { LARGE } from "./postings.ts";

/** The slot of a document that was replaced, in a file. */
export const NO_SLOT = 0xffff_ffff;
/** Bytes of a document: slot, length, and its bits. */
const DOCUMENT_BYTES = 6;
const LONG_BYTES = 48;
const SLOT_BYTES = 4;

/** The documents at one moment that a read sees. Nothing of it changes. */
export interface DocumentSet {
  readonly live: Bits;
  /** All documents have numbers below this. */
  readonly end: number;
  /** How many are live, and how many tokens these have. */
  readonly documents: number;
  readonly tokens: number;
}

export class TextDocuments {
  #slots = new Uint32Array(FIRST_SLOTS);
  #lengths = new Uint8Array(FIRST_SLOTS);
  /** The lengths that no byte can hold. */
  readonly #long = new Map<number, number>();
  #count = 0;
  /** For each slot its first document plus 1; 0: none. Further ones of the slot follow it. */
  #first = new Uint32Array(FIRST_SLOTS);
  #replaced = 0;
  /** The slots that were visible to the last read. */
  #visible: Bits = new Uint32Array(0);
  #live: Bits = new Uint32Array(FIRST_SLOTS / WORD_BITS);
  #liveDocuments = 0;
  #liveTokens = 0;
  /** Whether a read has the set, so that it must not be changed. */
  #isShared = false;
  #last: DocumentSet | null = null;

  get bytes(): number {
    return (
      this.#slots.length * DOCUMENT_BYTES + this.#first.length * SLOT_BYTES + this.#long.size * LONG_BYTES
    );
  }

  /** The number of documents, those that were replaced included. */
  get count(): number {
    return this.#count;
  }

  /** The slot of each document. */
  get slots(): Uint32Array {
    return this.#slots;
  }

  /** The number of tokens of each document, those above 254 as 255. */
  get shortLengths(): Uint8Array {
    return this.#lengths;
  }

  /** Returns the number of tokens of a document. */
  lengthOf(document: number): number {
    const length = this.#lengths[document]!;
    return length < LARGE ? length : this.#long.get(document)!;
  }

  /** How many were replaced. */
  get replaced(): number {
    return this.#replaced;
  }

  /** Whether some were replaced, so that `isCurrent` has to be asked. */
  get anyReplaced(): boolean {
    return this.#replaced > 0;
  }

  /** Adds a document that has been replaced, as a file has it. */
  addReplaced(): void {
    this.#ensure(this.#count + 1, 0);
    this.#slots[this.#count++] = NO_SLOT;
    this.#replaced++;
  }

  /** Adds a document to a slot, behind those that were added since `remove`. @returns its number */
  add(slot: number, length: number): number {
    const document = this.#count;
    this.#ensure(document + 1, slot + 1);
    this.#slots[document] = slot;
    this.#lengths[document] = Math.min(LARGE, length);
    if (length >= LARGE) this.#long.set(document, length);
    this.#count++;
    const isFirst = this.#first[slot] === 0;
    if (isFirst) this.#first[slot] = document + 1;
    if (hasBit(this.#visible, slot)) this.#toggle(document, true);
    this.#last = null;
    return document;
  }

  /** Removes the documents of a slot. */
  remove(slot: number): void {
    const first = slot < this.#first.length ? this.#first[slot]! : 0;
    if (first === 0) return;
    for (let at = first - 1; at < this.#count && this.#slots[at] === slot; at++) {
      if (hasBit(this.#live, at)) this.#toggle(at, false);
      this.#replaced++;
    }
    this.#first[slot] = 0;
    this.#last = null;
  }

  /** Returns the documents of a slot. */
  ofSlot(slot: number): number[] {
    const documents: number[] = [];
    const first = slot < this.#first.length ? this.#first[slot]! : 0;
    if (first === 0) return documents;
    for (let at = first - 1; at < this.#count && this.#slots[at] === slot; at++) documents.push(at);
    return documents;
  }

  /** Whether a document is still that of its slot. */
  isCurrent(document: number): boolean {
    const first = this.#first[this.#slots[document]!]!;
    return first !== 0 && document >= first - 1;
  }

  /** Returns the documents of the visible slots. @param visible is not changed by anybody */
  at(visible: Bits): DocumentSet {
    if (visible !== this.#visible) {
      if (this.#visible.length === 0) this.#fill(visible);
      else this.#follow(visible);
    }
    if (this.#last) return this.#last;
    this.#isShared = true;
    this.#last = {
      live: this.#live,
      end: this.#count,
      documents: this.#liveDocuments,
      tokens: this.#liveTokens,
    };
    return this.#last;
  }

  /** Counts all documents of the visible slots: before the first read none is live. */
  #fill(visible: Bits): void {
    const live = new Uint32Array(this.#live.length);
    for (let document = 0; document < this.#count; document++) {
      if (!hasBit(visible, this.#slots[document]!) || !this.isCurrent(document)) continue;
      setBit(live, document);
      this.#liveDocuments++;
      this.#liveTokens += this.lengthOf(document);
    }
    this.#live = live;
    this.#isShared = false;
    this.#visible = visible;
    this.#last = null;
  }

  #follow(visible: Bits): void {
    const before = this.#visible;
    const words = Math.max(before.length, visible.length);
    for (let w = 0; w < words; w++) {
      const now = visible[w] ?? 0;
      for (let changed = (before[w] ?? 0) ^ now; changed !== 0; changed &= changed - 1) {
        const bit = 31 - Math.clz32(changed & -changed);
        this.#toggleSlot(w * WORD_BITS + bit, ((now >>> bit) & 1) === 1);
      }
    }
    this.#visible = visible;
  }

  #toggleSlot(slot: number, isLive: boolean): void {
    const first = slot < this.#first.length ? this.#first[slot]! : 0;
    if (first === 0) return;
    for (let at = first - 1; at < this.#count && this.#slots[at] === slot; at++) this.#toggle(at, isLive);
  }

  #toggle(document: number, isLive: boolean): void {
    if (this.#isShared) {
      this.#live = this.#live.slice();
      this.#isShared = false;
    }
    this.#last = null;
    const sign = isLive ? 1 : -1;
    this.#liveDocuments += sign;
    this.#liveTokens += sign * this.lengthOf(document);
    if (isLive) setBit(this.#live, document);
    else clearBit(this.#live, document);
  }

  #ensure(documents: number, slots: number): void {
    if (documents > this.#slots.length) {
      const length = 2 * this.#slots.length;
      this.#slots = grown(this.#slots, new Uint32Array(length));
      this.#lengths = grown(this.#lengths, new Uint8Array(length));
      this.#live = grown(this.#live, new Uint32Array(length / WORD_BITS));
      this.#isShared = false;
    }
    if (slots > this.#first.length)
      this.#first = grown(this.#first, new Uint32Array(Math.max(slots, 2 * this.#first.length)));
  }
}
