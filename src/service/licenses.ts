// Use cases of the license: what the server may hold, and adding product keys.
// The decision: a key counts once it is durable. An accepted key is stored as it was given and verified again at each
// start. The latest time that was seen is stored when it matters and every ten minutes, because only a stored time
// survives a restart with a clock that was set back.

import { InvalidArgument } from "../errors/invalid-argument.ts";
import { type PublicKeys, refuseUntimely, verify } from "../license/key.ts";
import type { License } from "../license/license.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import type { AddLicense, LicenseKey, LicenseStatus } from "../schema/license.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { Params } from "../storage/params.ts";
import type { ParamsChange } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

/** The part of the server's parameters that is needed here. */
export interface LicenseParams {
  readonly current: Params;
  /**
   * Changes are made one at a time, and are durable when the promise resolves; `next` null: there is nothing to change.
   */
  change<T>(make: (now: Params) => ParamsChange<T>): Promise<T>;
  /** Changes what other servers of the cluster do not have, such as the latest time. */
  changeOwn<T>(make: (now: Params) => ParamsChange<T>): Promise<T>;
}

interface LicensesParts {
  readonly params: LicenseParams;
  readonly license: License;
  readonly publicKeys: PublicKeys;
  readonly audit: AuditLog;
}

/** More keys than a server should ever need. */
const MAX_LICENSES = 1_000;
const STORE_TIME_MS = 600_000;

export class LicensesService {
  readonly #parts: LicensesParts;
  #cancel: (() => void) | null = null;
  /** Starts the timer again after the keys have changed. */
  #restart = () => {};

  constructor(parts: LicensesParts) {
    this.#parts = parts;
  }

  async status(): Promise<LicenseStatus> {
    return this.#parts.license.status();
  }

  async list(): Promise<LicenseKey[]> {
    return this.#parts.license.list();
  }

  /** Adds a key. A key that is there already changes nothing. @throws InvalidProductKey */
  async add({ product_key }: AddLicense, admitted: AdmittedCaller): Promise<LicenseStatus> {
    const { license, audit } = this.#parts;
    // A key that was copied from a letter ends with a line break.
    const work = () => this.#add(product_key.trim());
    const record = (done: () => Promise<string | null>) =>
      audited(audit, "license_added", admitted, done, (id) => (id === null ? {} : { licenseId: id }));
    if (admitted.by !== null) await record(work);
    else {
      // Anyone may try keys. A try that changes nothing is not recorded; a flood of them would displace all other
      // records.
      const id = await work();
      if (id !== null) await record(async () => id);
    }
    this.#restart();
    return license.status();
  }

  /** @returns the id of the key; null: it was there already */
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
   * Stores the latest time if there are licenses: now, when a license begins or ends to count, and every ten minutes.
   * So a license that has expired stays expired, whatever happens to the process and its clock.
   * @returns a promise that resolves when it has been tried; a disk that is full now may have space later
   */
  start(clock: Clock): Promise<void> {
    this.#cancel?.();
    const stored = this.#storeTime().catch(() => {});
    const { changesInMs } = this.#parts.license;
    const ms = Math.min(STORE_TIME_MS, changesInMs ?? STORE_TIME_MS);
    this.#cancel = clock.after(ms, () => void this.start(clock));
    this.#restart = () => void this.start(clock);
    return stored;
  }

  /** Another server of the cluster has added a key. */
  keysChanged(): void {
    this.#restart();
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
    return params.changeOwn((now) => {
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
