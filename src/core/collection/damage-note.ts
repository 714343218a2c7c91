// Why a collection cannot be used: the first failure counts.
import { CollectionDamaged } from "../../errors/failures.ts";
import { reasonOf } from "../config/damage.ts";

interface Damage {
  readonly reason: string;
  readonly cause: unknown;
}

export class DamageNote {
  readonly #uuid: string;
  #found: Damage | null = null;

  /** @param uuid that of the collection */
  constructor(uuid: string) {
    this.#uuid = uuid;
  }

  get found(): Damage | null {
    return this.#found;
  }

  note(cause: unknown, reason = reasonOf(cause, this.#uuid)): void {
    this.#found ??= { reason, cause };
  }

  /** @throws CollectionDamaged if there is any */
  ensureNone(): void {
    if (this.#found) throw new CollectionDamaged(this.#found.reason, { cause: this.#found.cause });
  }
}
