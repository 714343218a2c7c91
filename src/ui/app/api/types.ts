// Types of responses, as far as the screens read them.

/** The id of a point: a UUID, or an unsigned integer of 64 bits, which is a bigint where a number would lose digits. */
export type PointId = number | bigint | string;

export type Payload = Readonly<Record<string, unknown>>;
