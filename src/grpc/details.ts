// Makes the text of a status fit for sending.
// The decision: the text is a header, so it has to be short and well-formed. A text that was cut within a character
// would end the process that encodes it, and a long one would break the connection of the client.

/** Percent-encoded, each character may take nine bytes of the 16 KiB that many clients accept. */
const MAX_DETAILS_LENGTH = 1_000;
const HALF_A_PAIR = /\p{Surrogate}/gu;

export function sendable(details: string): string {
  const shortened =
    details.length > MAX_DETAILS_LENGTH ? `${details.slice(0, MAX_DETAILS_LENGTH)}...` : details;
  return shortened.replace(HALF_A_PAIR, "");
}
