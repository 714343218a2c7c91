// The certificate and key of all ports, read again when the files have changed.
// The decision: a pair is tried before it is used. A mismatched pair aborts startup, and later leaves the old pair in
// use, because a renewal writes two files one after another and may write a wrong one. The contents of the files are
// compared instead of watching file system events, which a volume that is swapped by a link does not send.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { Config } from "../config/environment.ts";
import { StartRefused } from "../errors/server.ts";
import { WrongSettings } from "../errors/usage.ts";
import type { Logger } from "../log/logger.ts";
import type { Clock } from "../scheduling/clock.ts";

export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: NonNullable<SecureContextOptions["minVersion"]>;
}

/** The certificate for listeners: the current pair, and a notice of a new one. */
export interface TlsSource {
  readonly current: Tls;
  onChange(take: (tls: Tls) => void): void;
}

type Paths = Pick<Config, "tlsCert" | "tlsKey">;

/** How often it is looked whether the files have changed. */
const WATCH_MS = 5_000;

export class Certificate implements TlsSource {
  readonly #paths: Paths;
  readonly #takers: ((tls: Tls) => void)[] = [];
  #current: Tls;
  /** The digest of the last files that were tried, valid or not. */
  #tried: string;
  #cancel: (() => void) | null = null;

  private constructor(paths: Paths, current: Tls) {
    this.#paths = paths;
    this.#current = current;
    this.#tried = digestOf(current);
  }

  /** Null: nothing was asked for, and ports speak in the clear. @throws StartRefused */
  static open({ tlsCert, tlsKey }: Paths): Certificate | null {
    if (tlsCert === null && tlsKey === null) return null;
    const tls = readPair({ tlsCert, tlsKey });
    tryPair(tls, { tlsCert, tlsKey });
    return new Certificate({ tlsCert, tlsKey }, tls);
  }

  get current(): Tls {
    return this.#current;
  }

  onChange(take: (tls: Tls) => void): void {
    this.#takers.push(take);
  }

  /** Looks now and then whether there is another pair. */
  watch(clock: Clock, log: Logger): void {
    this.#cancel = clock.after(WATCH_MS, () => {
      this.reload(log);
      this.watch(clock, log);
    });
  }

  unwatch(): void {
    this.#cancel?.();
  }

  /**
   * Reads the files; new connections use the new pair, open connections keep theirs.
   * @param again tries a pair again that was tried before, on request
   */
  reload(log: Logger, again = false): void {
    try {
      const tls = readPair(this.#paths);
      const digest = digestOf(tls);
      if (digest === this.#tried && !again) return;
      this.#tried = digest;
      tryPair(tls, this.#paths);
      this.#current = tls;
      for (const take of this.#takers) take(tls);
      log.info({ path: this.#paths.tlsCert }, "certificate read again; new connections get it");
    } catch (error) {
      // Files that cannot be read are told once, too.
      const reason = (error as Error).message;
      if (reason === this.#tried && !again) return;
      if (!(error instanceof UnusablePair)) this.#tried = reason;
      log.error({ reason }, "the new certificate cannot be used; the ports keep the old one");
    }
  }
}

/** Files that were read and do not make a pair. */
class UnusablePair extends StartRefused {}

function digestOf({ cert, key }: Tls): string {
  return createHash("sha256").update(String(cert.length)).update(cert).update(key).digest("base64");
}

/** @throws StartRefused */
function readPair({ tlsCert, tlsKey }: Paths): Tls {
  if (tlsCert === null || tlsKey === null) {
    throw new WrongSettings("--tls-cert and --tls-key belong together: give both or neither");
  }
  return { cert: read("--tls-cert", tlsCert), key: read("--tls-key", tlsKey), minVersion: "TLSv1.2" };
}

/** @throws UnusablePair */
function tryPair(tls: Tls, { tlsCert, tlsKey }: Paths): void {
  try {
    createSecureContext({ ...tls });
  } catch (cause) {
    throw new UnusablePair(
      `--tls-cert ${tlsCert} and --tls-key ${tlsKey} cannot be used: ${(cause as Error).message}; ` +
        "give a certificate (with its chain) and the key that it was made for, both in PEM",
      { cause },
    );
  }
}

function read(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartRefused(`${flag}: ${(cause as Error).message}`, { cause });
  }
}
