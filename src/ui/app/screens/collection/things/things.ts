// What the points of a collection are called: the label and the image of each, by fields that are guessed or chosen.
// The decision: components read signals, so a label appears everywhere when it arrives or when the choice changes.
// Screens that only know ids get their payloads from here: the ids of one rendering are one request, which reads just
// the two fields. The choice is kept in this browser for each collection; labels are forgotten with the session.
import { type ReadonlySignal, signal } from "@preact/signals";
import { ask, returns } from "../../../api/request.ts";
import { credential } from "../../../api/session.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { keep, readKept } from "../../../kit/kept.ts";
import { pathOf } from "../info.ts";
import { fieldsOf, guessImage, guessLabel, labelText } from "./guess.ts";
import { imageUrl } from "./urls.ts";

/** Chosen fields: "" for none; undefined where the guess is used. */
interface Choice {
  readonly label?: string | undefined;
  readonly image?: string | undefined;
}

/** A point as it is shown. */
interface Thing {
  /** Undefined: the point has no label, or it is not loaded yet. */
  readonly label: string | undefined;
  /** The address of an image that the page may show. */
  readonly image: string | undefined;
}

const SAMPLE_POINTS = 30;
/** The most labels that are kept for a collection; then all are forgotten. */
const MAX_LOADED = 20_000;
const IDS_AT_ONCE = 1_000;
/** A path into payloads quotes a name with dots or brackets. */
const PLAIN = /^[\p{L}\p{N}_-]+$/u;

interface Read {
  readonly id: PointId;
  readonly payload?: Payload | null;
}

class Things {
  readonly #collection: string;
  readonly #choice;
  readonly #first = signal<readonly Read[] | undefined>(undefined);
  /** Counts arrivals, because the map of labels is changed in place. */
  readonly #arrived = signal(0);
  /** The payloads by id; null for points that do not exist. */
  readonly #loaded = new Map<string, Payload | null>();
  readonly #requested = new Map<string, PointId>();
  #isSampling = false;
  /** Whether points have changed since the sample was read. */
  #isStale = false;
  #isLoading = false;

  constructor(collection: string) {
    this.#collection = collection;
    const kept = readKept(`fields.${collection}`) as Choice | null | undefined;
    const text = (value: unknown) => (typeof value === "string" ? value : undefined);
    this.#choice = signal<Choice>({ label: text(kept?.label), image: text(kept?.image) });
  }

  get choice(): ReadonlySignal<Choice> {
    return this.#choice;
  }

  /** The first points; undefined until they are loaded. */
  get points(): readonly Read[] | undefined {
    const { value } = this.#first;
    if ((value === undefined || this.#isStale) && !this.#isSampling) {
      this.#isSampling = true;
      this.#isStale = false;
      queueMicrotask(() => void this.#readSample());
    }
    return value;
  }

  /** The payloads of the first points. */
  get sample(): Payload[] {
    return this.points?.map(({ payload }) => payload ?? {}) ?? [];
  }

  /** The fields of the first points, which may be chosen. */
  get known(): string[] {
    return fieldsOf(this.sample);
  }

  /** The fields in use; undefined where there is none. */
  get fields(): Choice {
    const { label, image } = this.#choice.value;
    const payloads = this.sample;
    return {
      label: (label ?? guessLabel(payloads)) || undefined,
      image: (image ?? guessImage(payloads)) || undefined,
    };
  }

  choose(some: Choice): void {
    const choice = { ...this.#choice.value, ...some };
    this.#choice.value = choice;
    keep(`fields.${this.#collection}`, choice);
    this.#loaded.clear();
  }

  /** Returns how a point is shown. @param payload that of the point; without it, it is loaded if it is not known */
  of(id: PointId, payload?: Payload | null): Thing {
    const { label, image } = this.fields;
    if (label === undefined && image === undefined) return { label: undefined, image: undefined };
    const found = payload === undefined ? this.#payload(id) : payload;
    return {
      label: label === undefined ? undefined : labelText(found?.[label]),
      image: image === undefined ? undefined : imageUrl(found?.[image]),
    };
  }

  /** Returns the label of a point, or its id. */
  nameOf(id: PointId, payload?: Payload | null): string {
    return this.of(id, payload).label ?? String(id);
  }

  /** Forgets labels, because points have changed. */
  forget(): void {
    this.#loaded.clear();
    this.#isStale = true;
    this.#arrived.value++;
  }

  #payload(id: PointId): Payload | null | undefined {
    void this.#arrived.value;
    const text = String(id);
    const found = this.#loaded.get(text);
    if (found === undefined) {
      this.#requested.set(text, id);
      if (!this.#isLoading) queueMicrotask(() => void this.#load());
    }
    return found;
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const { label, image } = this.fields;
    const with_payload = [label, image].flatMap((field) => (field === undefined ? [] : [pathTo(field)]));
    try {
      while (this.#requested.size > 0) {
        const ids = [...this.#requested.values()].slice(0, IDS_AT_ONCE);
        for (const id of ids) this.#requested.delete(String(id));
        const body = { filter: { must: [{ has_id: ids }] }, limit: ids.length, with_payload };
        const points = await this.#scroll(body);
        if (this.#loaded.size > MAX_LOADED) this.#loaded.clear();
        for (const id of ids) this.#loaded.set(String(id), null);
        for (const { id, payload } of points) this.#loaded.set(String(id), payload ?? null);
        this.#arrived.value++;
      }
    } catch {
      // Ids are shown instead; the screen itself tells that the server does not answer.
      this.#requested.clear();
    } finally {
      this.#isLoading = false;
    }
  }

  async #readSample(): Promise<void> {
    try {
      this.#first.value = await this.#scroll({ limit: SAMPLE_POINTS, with_payload: true });
    } catch {
      // The fields are read when they are needed again.
    }
    this.#isSampling = false;
  }

  async #scroll(body: object): Promise<readonly Read[]> {
    const path = pathOf(this.#collection, "/points/scroll");
    return (await ask<{ points: readonly Read[] }>("POST", path, { body })).points;
  }
}

/** Returns the path of a field. A name with dots or brackets is quoted, because it would be read as a path. */
export function pathTo(field: string): string {
  return PLAIN.test(field) ? field : JSON.stringify(field);
}

const known = new Map<string, Things>();
let session: unknown;

/** Returns what the points of a collection are called. Labels are read again after signing in and a lost connection. */
export function thingsOf(collection: string): Things {
  const current = `${credential.value?.value} ${returns.value}`;
  if (session !== current) known.clear();
  session = current;
  let things = known.get(collection);
  if (!things) {
    things = new Things(collection);
    known.set(collection, things);
  }
  return things;
}

/** Forgets the labels of a collection, because its points have changed. */
export function forgetThings(collection: string): void {
  known.get(collection)?.forget();
}
