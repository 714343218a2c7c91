// The lists of a text index in its file; see index-file.ts for the layout.
// The decision: documents come first, so that what a list says of one that was replaced before can be left out when it
// is read. Lists and documents only grow at their end, so a file that is written while texts are put in has all that
// was there when it was begun.
import type { Sliced } from "../../../scheduling/slices.ts";
import type { BlockReader, BlockWriter } from "../../formats/blocks.ts";
import type { Postings } from "./postings.ts";
import { NO_SLOT, type TextDocuments } from "./text-documents.ts";

/** Documents that are visited between two yields. */
const DOCUMENTS_PER_YIELD = 2 ** 13;
/** Entries and tokens that are written, and tokens that are visited, between two yields. */
const SAVED_ENTRIES = 2 ** 13;
const SAVED_TOKENS = 2 ** 9;

interface SavedText {
  readonly postings: Postings;
  readonly documents: TextDocuments;
}

/** Writes the documents of the slots below `slots`, and their entries. */
export function* saveText({ postings, documents }: SavedText, out: BlockWriter, slots: number): Sliced<void> {
  const end = documents.count;
  const slotOf = documents.slots.slice(0, end);
  const lengths = new Uint32Array(end);
  for (let document = 0; document < end; document++) {
    if (slotOf[document]! >= slots || !documents.isCurrent(document)) slotOf[document] = NO_SLOT;
    lengths[document] = documents.lengthOf(document);
    if (document % DOCUMENTS_PER_YIELD === DOCUMENTS_PER_YIELD - 1) yield;
  }
  yield* out.manyWords(slotOf);
  yield* out.manyWords(lengths);
  const chunk = new Chunk(out);
  let visited = 0;
  for (const [token, term] of postings.terms) {
    if (++visited % SAVED_ENTRIES === 0) yield;
    const list = postings.list(term, end);
    for (let from = 0; from < list.length; ) {
      const to = Math.min(list.length, from + chunk.space);
      chunk.begin(token, to - from);
      for (; from < to; from++) chunk.add(list.documents[from]!, list.countAt(from));
      if (!chunk.isFull) continue;
      chunk.write();
      yield;
    }
  }
  if (!chunk.isEmpty) chunk.write();
  out.texts([]);
}

export function* loadText(
  { postings, documents }: SavedText,
  from: BlockReader,
  slots: number,
): Sliced<void> {
  const slotOf = yield* from.manyWords();
  const lengths = yield* from.manyWords();
  if (lengths.length !== slotOf.length) from.fail("not every document has a length");
  for (let document = 0; document < slotOf.length; document++) {
    const slot = slotOf[document]!;
    if (slot === NO_SLOT) documents.addReplaced();
    else if (slot < slots) documents.add(slot, lengths[document]!);
    else from.fail("a document has a slot that the index does not have");
    if (document % DOCUMENTS_PER_YIELD === DOCUMENTS_PER_YIELD - 1) yield;
  }
  for (let tokens = from.texts(); tokens.length > 0; tokens = from.texts()) {
    const [entries, listed] = [from.words(), from.words()];
    const counts = new Float64Array(listed.length);
    from.numbers(counts);
    let at = 0;
    for (const [i, token] of tokens.entries()) {
      const end = at + (entries[i] ?? 0);
      for (; at < end; at++) {
        const document = listed[at]!;
        if (!(document < slotOf.length && counts[at]! >= 1))
          from.fail("a list has an entry that no document has");
        if (slotOf[document] !== NO_SLOT)
          postings.add(postings.termOf(token), document, counts[at]!, lengths[document]!);
      }
    }
    yield;
  }
}

/** The lists that are written at once. */
class Chunk {
  readonly #out: BlockWriter;
  #tokens: string[] = [];
  #entries: number[] = [];
  readonly #documents = new Uint32Array(SAVED_ENTRIES);
  readonly #counts = new Float64Array(SAVED_ENTRIES);
  #length = 0;

  constructor(out: BlockWriter) {
    this.#out = out;
  }

  get space(): number {
    return SAVED_ENTRIES - this.#length;
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0;
  }

  get isFull(): boolean {
    return this.space === 0 || this.#tokens.length === SAVED_TOKENS;
  }

  begin(token: string, entries: number): void {
    this.#tokens.push(token);
    this.#entries.push(entries);
  }

  add(document: number, count: number): void {
    this.#documents[this.#length] = document;
    this.#counts[this.#length++] = count;
  }

  write(): void {
    this.#out.texts(this.#tokens);
    this.#out.words(this.#entries);
    this.#out.words(this.#documents.subarray(0, this.#length));
    this.#out.numbers(this.#counts.subarray(0, this.#length));
    this.#tokens = [];
    this.#entries = [];
    this.#length = 0;
  }
}
