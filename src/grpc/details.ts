// The text of a status, as it can go out.
// The decision: it is a header, so it has to be short, and every character of it has to be a whole one: a text that was cut
// within a character would end the process that tries to encode it, and a long one the connection of the client.

/** Percent-encoded, each of them may take nine bytes, of the 16 KiB that many clients take. */
const LONGEST = 1_000;
const HALF_A_PAIR = /\p{Surrogate}/gu;

export function sendable(details: string): string {
  const cut = details.length > LONGEST ? `${details.slice(0, LONGEST)}...` : details;
  return cut.replace(HALF_A_PAIR, "");
}
