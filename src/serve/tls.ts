// The certificate that all ports show, and its key.
// The decision: both are read and tried once at the start, so a pair that does not go together refuses it instead of every
// connection. TLS 1.2 at least.
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { Config } from "../config.ts";
import { StartRefused } from "../errors.ts";

export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: NonNullable<SecureContextOptions["minVersion"]>;
}

/** Null: nothing was asked for, and ports speak in the clear. @throws StartRefused */
export function readTls({ tlsCert, tlsKey }: Pick<Config, "tlsCert" | "tlsKey">): Tls | null {
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null) {
    throw new StartRefused("--tls-cert and --tls-key belong together: give both or neither");
  }
  const tls: Tls = {
    cert: read("--tls-cert", tlsCert),
    key: read("--tls-key", tlsKey),
    minVersion: "TLSv1.2",
  };
  try {
    createSecureContext({ ...tls });
  } catch (cause) {
    throw new StartRefused(
      `--tls-cert ${tlsCert} and --tls-key ${tlsKey} cannot be used: ${(cause as Error).message}; ` +
        "give a certificate (with its chain) and the key that it was made for, both in PEM",
      { cause },
    );
  }
  return tls;
}

function read(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartRefused(`${flag}: ${(cause as Error).message}`, { cause });
  }
}
