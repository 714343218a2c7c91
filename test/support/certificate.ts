// Makes a self-signed certificate for each run, so that no private key is in the repository: X.509 v3 (RFC 5280) in
// DER, with a key on P-256, for localhost and 127.0.0.1.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const UTF8 = 0x0c;
const GENERALIZED_TIME = 0x18;
const BOOLEAN = 0x01;

const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const SUBJECT_ALT_NAME = "551d11";
const BASIC_CONSTRAINTS = "551d13";

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...length), body]);
}

const oid = (hex: string) => der(OID, Buffer.from(hex, "hex"));
const context = (number: number, ...parts: Uint8Array[]) => der(0xa0 | number, ...parts);
const time = (year: number) => der(GENERALIZED_TIME, Buffer.from(`${year}0101000000Z`));
const extension = (id: string, ...value: Uint8Array[]) =>
  der(SEQUENCE, oid(id), der(OCTET_STRING, der(SEQUENCE, ...value)));

export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid(COMMON_NAME), der(UTF8, Buffer.from("localhost")))));
  const algorithm = der(SEQUENCE, oid(ECDSA_WITH_SHA256));
  const names = [der(0x82, Buffer.from("localhost")), der(0x87, Uint8Array.of(127, 0, 0, 1))];
  const toBeSigned = der(
    SEQUENCE,
    context(0, der(INTEGER, Uint8Array.of(2))),
    der(INTEGER, Uint8Array.of(1), randomBytes(8)),
    algorithm,
    name,
    der(SEQUENCE, time(2020), time(2120)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    context(
      3,
      der(
        SEQUENCE,
        extension(SUBJECT_ALT_NAME, ...names),
        extension(BASIC_CONSTRAINTS, der(BOOLEAN, Uint8Array.of(0xff))),
      ),
    ),
  );
  const signature = der(BIT_STRING, Uint8Array.of(0), sign("sha256", toBeSigned, privateKey));
  const certificate = der(SEQUENCE, toBeSigned, algorithm, signature).toString("base64");
  const lines = certificate.match(/.{1,64}/g)!.join("\n");
  return {
    cert: Buffer.from(`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`),
    key: Buffer.from(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}
