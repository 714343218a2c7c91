// CRC-32 as in zlib, for platforms without zlib.
// The decision: eight bytes are processed at a time with eight tables ("slicing by 8" of Kounavis and Berry), the
// quickest way in plain JavaScript.
const SLICES = 8;
const POLYNOMIAL = 0xedb88320;

/** Table k maps a byte to its CRC after k more zero bytes. */
const TABLES = tables();

/** Returns the CRC-32 of the bytes. `seed` is the CRC of the bytes before them. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [Table, Table, Table, Table, Table, Table, Table, Table];
  let crc = ~seed;
  let at = 0;
  for (const last = bytes.length - SLICES; at <= last; at += SLICES) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      t7[low & 0xff]! ^
      t6[(low >>> 8) & 0xff]! ^
      t5[(low >>> 16) & 0xff]! ^
      t4[low >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

type Table = Int32Array;

function tables(): Table[] {
  const all = Array.from({ length: SLICES }, () => new Int32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    all[0]![byte] = crc;
  }
  for (let k = 1; k < SLICES; k++) {
    for (let byte = 0; byte < 256; byte++) {
      const before = all[k - 1]![byte]!;
      all[k]![byte] = all[0]![before & 0xff]! ^ (before >>> 8);
    }
  }
  return all;
}
