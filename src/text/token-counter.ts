// Counts the tokens of a text: how often each index occurs, and how many tokens there are. The index of a token is a
// hash in sparse vectors and a number in a text index.
// The decision: words of ASCII are looked up by their bytes in a table that knows the index of each, so that a word
// that was seen before costs no string, no stem and no hash of its token. The counts are beside the entries and carry
// the number of the text, so that nothing has to be emptied between two texts. The table is made again when it has too
// many words.
import { ASCII_CLASSES, classesOf, codeAt, unitsOf } from "./characters.ts";
import { tokenIndex } from "./murmur3.ts";
import type { Tokenizer } from "./tokenize.ts";
import { endOfWord, WordScanner } from "./word-scanner.ts";

/** Words that are kept at most between two texts. */
const MAX_WORDS = 2 ** 16;
const ASCII_END = 0x80;
/** Longer words, in code units, are not kept if they may have several tokens. */
const MAX_KEPT = 64;
const FIRST_WORDS = 2 ** 10;
const FIRST_BYTES = 2 ** 13;
/** The index of a word that is no token: a stop word, or one that is too short. */
const NONE = 0xffff_ffff;
/** The start of FNV-1a, a random one, so that no client can find words that meet in the table; and its prime. */
const START = (Math.random() * 2 ** 32) | 0;
const PRIME = 0x0100_0193;
/** A position in a sorted number: as many texts have fewer words. */
const POSITIONS = 2 ** 22;

/** Bytes of an entry in all arrays, and of a string in a map. */
const BYTES_PER_ENTRY = 40;
const BYTES_PER_STRING = 80;

/** Up to this many indexes are sorted by insertion. */
const MAX_INSERTED = 24;

/** How often each index occurs, in ascending order of the indexes; valid until the counter is used again. */
export interface Counted {
  readonly indices: Uint32Array;
  readonly counts: Uint32Array;
  /** The number of distinct indexes; the arrays may be longer. */
  readonly length: number;
  /** All tokens, repeated ones included. */
  readonly total: number;
}

export class TokenCounter {
  readonly #tokenizer: Tokenizer;
  readonly #indexOf: (token: string) => number;
  readonly #scanner: WordScanner;
  /** Whether a word is one token. */
  readonly #isSimple: boolean;
  /** Entries by the hashes of their bytes, plus 1; 0: free. The length is a power of two. */
  #slots = new Int32Array(2 * FIRST_WORDS);
  #hashes = new Int32Array(FIRST_WORDS);
  #ends = new Uint32Array(FIRST_WORDS);
  #bytes = new Uint8Array(FIRST_BYTES);
  /** Entries of words beyond ASCII, and of tokens of words that are several. They have no bytes. */
  #others = new Map<string, number>();
  /** The entries of words that may have several tokens. */
  readonly #several = { value: new Map<string, number[]>(), query: new Map<string, number[]>() };
  #indices = new Uint32Array(FIRST_WORDS);
  #counts = new Uint32Array(FIRST_WORDS);
  #texts = new Uint32Array(FIRST_WORDS);
  /** The entries that the present text has. */
  #found = new Uint32Array(FIRST_WORDS);
  #keys = new Float64Array(FIRST_WORDS);
  #sortedIndices = new Uint32Array(FIRST_WORDS);
  #sortedCounts = new Uint32Array(FIRST_WORDS);
  #entries = 0;
  #distinct = 0;
  #total = 0;
  #text = 0;

  /** @param indexOf returns the index of a token, which has to be the same at every call */
  constructor(tokenizer: Tokenizer, indexOf: (token: string) => number = tokenIndex) {
    this.#tokenizer = tokenizer;
    this.#indexOf = indexOf;
    this.#scanner = new WordScanner(tokenizer.wordClasses);
    this.#isSimple = tokenizer.settings.tokenizer === "word" || tokenizer.settings.tokenizer === "whitespace";
  }

  /** About the bytes that it has taken for what it knows of words. */
  get bytes(): number {
    const maps = this.#others.size + this.#several.value.size + this.#several.query.size;
    return this.#indices.length * BYTES_PER_ENTRY + this.#bytes.length + maps * BYTES_PER_STRING;
  }

  /** Counts the tokens of a text, or of a part of one with fewer than four million words. */
  count(text: string, form: "value" | "query"): Counted {
    this.#begin();
    if (this.#isSimple) this.#addWords(text);
    else {
      const scanner = this.#scanner;
      scanner.begin(text);
      while (scanner.next()) {
        const entries = this.#entriesOf(scanner.word, form);
        for (let i = 0; i < entries.length; i++) this.#note(entries[i]!);
      }
    }
    return this.#sorted();
  }

  #begin(): void {
    const words = this.#entries + this.#several.value.size + this.#several.query.size;
    if (words > MAX_WORDS || this.#text === 2 ** 32 - 1) this.#forget();
    this.#text++;
    this.#distinct = 0;
    this.#total = 0;
  }

  #forget(): void {
    this.#slots = new Int32Array(2 * FIRST_WORDS);
    this.#bytes = new Uint8Array(FIRST_BYTES);
    this.#others.clear();
    for (const kept of Object.values(this.#several)) kept.clear();
    this.#entries = 0;
    this.#text = 0;
    this.#resize(FIRST_WORDS);
    this.#texts.fill(0);
  }

  /** Finds the words of a text, and adds up the hashes of those of ASCII on the way. */
  #addWords(text: string): void {
    const classes = this.#tokenizer.wordClasses;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) {
        const whole = codeAt(text, at);
        if ((classesOf(whole) & classes) !== 0) at = this.#addBeyondAscii(text, at, at);
        else at += unitsOf(whole);
        continue;
      }
      if ((ASCII_CLASSES[code]! & classes) === 0) {
        at++;
        continue;
      }
      const start = at;
      let hash = Math.imul(START ^ code, PRIME);
      let next = ++at < text.length ? text.charCodeAt(at) : 0;
      while (next < ASCII_END && at < text.length && (ASCII_CLASSES[next]! & classes) !== 0) {
        hash = Math.imul(hash ^ next, PRIME);
        next = ++at < text.length ? text.charCodeAt(at) : 0;
      }
      const goesOn = next >= ASCII_END && (classesOf(codeAt(text, at)) & classes) !== 0;
      if (goesOn) at = this.#addBeyondAscii(text, start, at);
      else this.#addAscii(text, start, at, hash);
    }
  }

  /** Adds a word that has other characters from `from` on. @returns its end */
  #addBeyondAscii(text: string, start: number, from: number): number {
    const end = endOfWord(text, from, this.#tokenizer.wordClasses);
    this.#addWord(text.slice(start, end));
    return end;
  }

  #addAscii(text: string, start: number, end: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
      if (this.#hashes[found - 1] === hash && this.#isWord(found - 1, text, start, end)) {
        this.#note(found - 1);
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.#note(this.#newWord(text, start, end, hash, slot));
  }

  #isWord(entry: number, text: string, start: number, end: number): boolean {
    const bytes = this.#bytes;
    let at = this.#ends[entry]!;
    for (let i = end - 1; i >= start; i--) if (bytes[--at] !== text.charCodeAt(i)) return false;
    return at === (entry === 0 ? 0 : this.#ends[entry - 1]!);
  }

  #newWord(text: string, start: number, end: number, hash: number, slot: number): number {
    const entry = this.#newEntry(this.#tokenizer.steps.tokenOf(text.slice(start, end)));
    const from = entry === 0 ? 0 : this.#ends[entry - 1]!;
    const to = from + end - start;
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, 2 * to);
    for (let i = 0; i < to - from; i++) this.#bytes[from + i] = text.charCodeAt(start + i);
    this.#ends[entry] = to;
    this.#hashes[entry] = hash;
    this.#slots[slot] = entry + 1;
    if (2 * this.#entries > this.#slots.length) this.#rehash();
    return entry;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (const taken of this.#slots) {
      if (taken === 0) continue;
      const hash = this.#hashes[taken - 1]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = taken;
    }
    this.#slots = slots;
  }

  #addWord(word: string): void {
    this.#note(this.#others.get(word) ?? this.#newOther(word, this.#tokenizer.steps.tokenOf(word)));
  }

  /** Returns the entries of the tokens of a word that may have several. */
  #entriesOf(word: string, form: "value" | "query"): readonly number[] {
    const known = this.#several[form].get(word);
    if (known) return known;
    const entries: number[] = [];
    this.#tokenizer.addTokensOf(word, form, (token) => {
      entries.push(this.#others.get(token) ?? this.#newOther(token, token));
    });
    if (word.length <= MAX_KEPT) this.#several[form].set(word, entries);
    return entries;
  }

  #newOther(key: string, token: string | null): number {
    const entry = this.#newEntry(token);
    this.#ends[entry] = entry === 0 ? 0 : this.#ends[entry - 1]!;
    this.#others.set(key, entry);
    return entry;
  }

  #newEntry(token: string | null): number {
    const entry = this.#entries++;
    if (entry === this.#indices.length) this.#resize(2 * entry);
    this.#indices[entry] = token === null ? NONE : this.#indexOf(token);
    return entry;
  }

  #resize(length: number): void {
    this.#hashes = grown(this.#hashes, length);
    this.#ends = grown(this.#ends, length);
    this.#indices = grown(this.#indices, length);
    this.#counts = grown(this.#counts, length);
    this.#texts = grown(this.#texts, length);
    this.#found = grown(this.#found, length);
  }

  #note(entry: number): void {
    if (this.#indices[entry] === NONE) return;
    this.#total++;
    if (this.#texts[entry] === this.#text) {
      this.#counts[entry]!++;
      return;
    }
    this.#texts[entry] = this.#text;
    this.#counts[entry] = 1;
    this.#found[this.#distinct++] = entry;
  }

  /** Sorts the entries of the text by their indexes; those of one index are added. */
  #sorted(): Counted {
    const found = this.#found;
    const distinct = this.#distinct;
    if (this.#keys.length < distinct) {
      this.#keys = new Float64Array(2 * distinct);
      this.#sortedIndices = new Uint32Array(2 * distinct);
      this.#sortedCounts = new Uint32Array(2 * distinct);
    }
    const keys = this.#keys;
    for (let i = 0; i < distinct; i++) keys[i] = this.#indices[found[i]!]! * POSITIONS + i;
    sort(keys, distinct);
    const indices = this.#sortedIndices;
    const counts = this.#sortedCounts;
    let last = -1;
    for (let i = 0; i < distinct; i++) {
      const key = keys[i]!;
      const index = Math.floor(key / POSITIONS);
      const count = this.#counts[found[key - index * POSITIONS]!]!;
      if (last >= 0 && indices[last] === index) counts[last]! += count;
      else {
        indices[++last] = index;
        counts[last] = count;
      }
    }
    return { indices, counts, length: last + 1, total: this.#total };
  }
}

function sort(keys: Float64Array, length: number): void {
  if (length > MAX_INSERTED) {
    keys.subarray(0, length).sort();
    return;
  }
  for (let i = 1; i < length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}

/** Returns a longer array with the same elements, or a shorter one with the first. */
function grown<T extends Int32Array | Uint32Array | Uint8Array>(array: T, length: number): T {
  const made = new (array.constructor as new (length: number) => T)(length);
  made.set(array.subarray(0, length));
  return made;
}
