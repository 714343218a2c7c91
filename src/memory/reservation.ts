// Bytes that are counted on an account before they are used, and released when they are not needed any more.
// The decision: a request keeps one reservation, which grows while the request is worked on and is released as a whole
// however the request ends; so a release may be repeated, and ends waiting for more as well.
import { DeadlineExceeded } from "../errors/query.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";

/** Counts bytes: the memory of the process, or a budget that is a part of it. */
export interface Account {
  /** @param held bytes of the same reservation @throws TooManyRequests, OutOfMemory, with nothing counted */
  reserve(bytes: number, held: number): void;
  /** As `reserve`, after waiting for others where the account has a queue. @throws DeadlineExceeded when cancelled */
  waitFor(bytes: number, signal: CancelSignal): Promise<void>;
  /** @param waitedFor the part that was waited for */
  release(bytes: number, waitedFor: number): void;
}

export class Reservation {
  readonly #account: Account;
  #bytes = 0;
  #waitedFor = 0;
  #releases = 0;

  constructor(account: Account) {
    this.#account = account;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves more bytes. @throws TooManyRequests, OutOfMemory, with nothing reserved */
  reserve(bytes: number): void {
    this.#account.reserve(bytes, this.#bytes);
    this.#bytes += bytes;
  }

  /**
   * Reserves many bytes, after a wait if they are not free.
   * @throws as `reserve`; DeadlineExceeded if it is cancelled or released meanwhile
   */
  async waitFor(bytes: number, signal?: CancelSignal): Promise<void> {
    const releases = this.#releases;
    const isReleased = () => this.#releases !== releases;
    const either = {
      get aborted() {
        return isReleased() || (signal?.aborted ?? false);
      },
    };
    await this.#account.waitFor(bytes, either);
    if (isReleased()) {
      this.#account.release(bytes, bytes);
      throw new DeadlineExceeded();
    }
    this.#bytes += bytes;
    this.#waitedFor += bytes;
  }

  /** Releases this number of bytes, or all. Bytes that are not reserved are not released. */
  release(bytes = this.#bytes): void {
    const part = Math.min(bytes, this.#bytes);
    const waitedFor = Math.min(part, this.#waitedFor);
    this.#releases++;
    this.#bytes -= part;
    this.#waitedFor -= waitedFor;
    this.#account.release(part, waitedFor);
  }
}
