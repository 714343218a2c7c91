// Random numbers as texts of every form, including those that are hard to round.

/** A generator of random integers, which is faster than fast-check for hundreds of thousands of values. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const bits = new Uint32Array(1);
export const float = new Float32Array(bits.buffer);

function f32At(pattern: number): number {
  bits[0] = pattern;
  return float[0]!;
}

/** Returns all digits of a double of moderate size; V8 prints up to a hundred digits exactly. */
const exactly = (value: number) => value.toPrecision(100).replace(/(\..*?)0+$/, "$1");

export const FAMILIES: ((random: () => number) => string)[] = [
  // any digits, any point, any exponent
  (random) => {
    const digits = Array.from({ length: 1 + random() * 25 }, () => Math.floor(random() * 10)).join("");
    const point = Math.floor(random() * digits.length);
    const whole = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
    const exponent = random() < 0.3 ? `e${Math.floor(random() * 60) - 45}` : "";
    return `${random() < 0.5 ? "-" : ""}${whole}.${digits.slice(point)}${exponent}`;
  },
  // doubles as every JSON writer prints them
  (random) => String((random() - 0.5) * 10 ** Math.floor(random() * 20 - 15)),
  // any f32 and any subnormal f32, as a double and shortened
  (random) => String(f32At(random() * 0x7f80_0000)),
  (random) => f32At(random() * 0x0080_0000).toPrecision(1 + Math.floor(random() * 21)),
  (random) => f32At(0x3000_0000 + random() * 0x1800_0000).toPrecision(1 + Math.floor(random() * 12)),
  // halfway between two f32, to the last digit, and a little above or below it
  (random) => {
    const pattern = Math.floor(0x3000_0000 + random() * 0x1800_0000);
    const halfway = exactly((f32At(pattern) + f32At(pattern + 1)) / 2);
    const choice = random();
    if (choice < 0.3 || !halfway.includes(".")) return halfway;
    if (choice < 0.6) return `${halfway}${"0".repeat(random() * 20)}1`;
    const last = Number(halfway.at(-1));
    return last > 0 ? `${halfway.slice(0, -1)}${last - 1}9` : halfway;
  },
  // halfway again, cut to where the fast path stops looking
  (random) => {
    const pattern = Math.floor(0x3000_0000 + random() * 0x1800_0000);
    return ((f32At(pattern) + f32At(pattern + 1)) / 2).toPrecision(14 + Math.floor(random() * 5));
  },
  (random) => String(Math.floor(random() * 10 ** Math.floor(random() * 22))),
];
