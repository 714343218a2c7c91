// Use cases about the license: what the server may hold, and another product key.
// The decision: a key counts from the moment at which it is durable, and what was once accepted is kept as it was given,
// to be verified again at each start. The latest time is stored when it matters and now and then, since only what is stored
// survives a restart with a clock that was turned back.

import { InvalidArgument } from "../errors/invalid-argument.ts";
import { type PublicKeys, refuseUntimely, verify } from "../license/key.ts";
import type { License } from "../license/license.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { Asker } from "../schema/caller.ts";
import type { AddLicense, LicenseStatus } from "../schema/license.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { Params } from "../storage/params.ts";
import type { ParamsChange } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

/** The parameters of the server, as far as they are needed here. */
export interface LicenseParams {
  readonly current: Params;
  /** Changes are made one at a time, and durable when it resolves; `next` null: there is nothing to change. */
  change<T>(make: (now: Params) => ParamsChange<T>): Promise<T>;
}

interface LicensesParts {
  readonly params: LicenseParams;
  readonly license: License;
  readonly publicKeys: PublicKeys;
  readonly audit: AuditLog;
}

/** More than anybody stacks. */
const MAX_LICENSES = 1_000;
const STORE_TIME_MS = 600_000;

export class LicensesService {
  readonly #parts: LicensesParts;
  #cancel: (() => void) | null = null;
  /** To be called when the keys have changed. */
  #restart = () => {};

  constructor(parts: LicensesParts) {
    this.#parts = parts;
  }

  async status(): Promise<LicenseStatus> {
    return this.#parts.license.status();
  }

  /** Adding a key that is there already changes nothing. @throws InvalidProductKey */
  async add({ product_key }: AddLicense, asker: Asker): Promise<LicenseStatus> {
    const { license, audit } = this.#parts;
    // What was copied from a letter has a line end.
    const work = () => this.#add(product_key.trim());
    const record = (done: () => Promise<string | null>) =>
      audited(audit, "license_added", asker, done, (id) => (id === null ? {} : { licenseId: id }));
    if (asker.by !== null) await record(work);
    else {
      // Anybody may try keys: what changes nothing is not put on record, or a flood would wash everything else out of it.
      const id = await work();
      if (id !== null) await record(async () => id);
    }
    this.#restart();
    return license.status();
  }

  /** @returns its id; null: it was there already */
  #add(text: string): Promise<string | null> {
    const { params, license, publicKeys } = this.#parts;
    return params.change((now) => {
      if (now.licenses.includes(text)) return { next: null, result: null };
      const key = verify(text, publicKeys);
      refuseUntimely(key, license.latestTime);
      if (now.licenses.length >= MAX_LICENSES) throw tooMany();
      const { latestTime } = license;
      return { next: { ...now, licenses: [...now.licenses, text], latestTime }, result: key.id };
    });
  }

  /**
   * Stores the latest time where there are licenses: now, when one begins or ends to count, and every ten minutes; so that a
   * license that was seen to be over stays over, whatever becomes of the process and its clock.
   */
  start(clock: Clock): void {
    this.#cancel?.();
    // A disk that is full today has room tomorrow.
    void this.#storeTime().catch(() => {});
    const { changesInMs } = this.#parts.license;
    const ms = Math.min(STORE_TIME_MS, changesInMs ?? STORE_TIME_MS);
    this.#cancel = clock.after(ms, () => this.start(clock));
    this.#restart = () => this.start(clock);
  }

  /** Stores the latest time once more. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#restart = () => {};
    await this.#storeTime();
  }

  #storeTime(): Promise<void> {
    const { params, license } = this.#parts;
    return params.change((now) => {
      const { latestTime } = license;
      const isNews = now.licenses.length > 0 && latestTime > now.latestTime;
      return { next: isNews ? { ...now, latestTime } : null, result: undefined, canWait: true };
    });
  }
}

function tooMany(): InvalidArgument {
  return new InvalidArgument(
    `This server has ${MAX_LICENSES} licenses, the most it can; ask for a larger one`,
  );
}
