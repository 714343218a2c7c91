// What the server's answers look like, as far as the screens read them.

/** A point's id: a UUID, or an unsigned integer of 64 bits, a bigint where a number would lose digits. */
export type PointId = number | bigint | string;

export type Payload = Readonly<Record<string, unknown>>;
