// The slow requests of late, and how much each collection was asked.
// The decision: of a request its operation, collection, time and result are kept, never its path, body or credential.
// There are at most MAX_SLOW of them, and MAX_COLLECTIONS_SEEN counts: that of the collection which was asked least
// recently is given up.

const MAX_SLOW = 100;
const MAX_COLLECTIONS_SEEN = 50;

/** Endpoints of figures, and of what is none: the console asks for them while it shows figures. */
const FIGURES = /^\(|^\/(?:metrics|status|auth\/session)(?:\/|$)/;

export function isAboutFigures(route: string): boolean {
  return FIGURES.test(route);
}

export interface SlowRequest {
  /** Milliseconds since 1970, when it was answered. */
  readonly at: number;
  readonly api: "rest" | "ui" | "grpc";
  readonly method: string;
  /** The pattern of the path, or the name of the call. */
  readonly route: string;
  readonly collection: string | null;
  readonly status: number;
  readonly ms: number;
}

interface CollectionCounts {
  readonly requests: number;
  readonly ms: number;
}

export class ObservedRequests {
  readonly #now: () => number;
  readonly #slow: SlowRequest[] = [];
  readonly #collections = new Map<string, CollectionCounts>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  note({ api, method, route, collection, status, ms }: Omit<SlowRequest, "at">, isSlow: boolean): void {
    if (collection !== null && api !== "ui") this.#count(collection, ms);
    if (!isSlow || isAboutFigures(route)) return;
    if (this.#slow.length === MAX_SLOW) this.#slow.shift();
    this.#slow.push({ at: this.#now(), api, method, route, collection, status, ms });
  }

  /** Those that were slow, the newest first. */
  get slow(): SlowRequest[] {
    return this.#slow.toReversed();
  }

  /** The counts since the start of the collections that were asked last; the console's requests are left out. */
  get collections(): ReadonlyMap<string, CollectionCounts> {
    return this.#collections;
  }

  #count(collection: string, ms: number): void {
    const before = this.#collections.get(collection) ?? { requests: 0, ms: 0 };
    this.#collections.delete(collection);
    this.#collections.set(collection, { requests: before.requests + 1, ms: before.ms + ms });
    if (this.#collections.size <= MAX_COLLECTIONS_SEEN) return;
    const [oldest] = this.#collections.keys();
    this.#collections.delete(oldest!);
  }
}
