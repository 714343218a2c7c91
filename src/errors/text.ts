// Errors of texts: options with which no text can be embedded.
import { InvalidArgument } from "./invalid-argument.ts";

/** Options of BM25 that are out of range, or ill-formed. */
export class InvalidBm25 extends InvalidArgument {}
