// The finaliser of MurmurHash3: every bit of the input affects every bit of the output.
// The decision: levels of nodes and signs of rotations are drawn with it from numbers that are the same on every
// machine, so graphs and codes are, too.

export function mixed(value: u32): u32 {
  let hash = value;
  hash ^= hash >> 16;
  hash *= 0x85eb_ca6b;
  hash ^= hash >> 13;
  hash *= 0xc2b2_ae35;
  return hash ^ (hash >> 16);
}
