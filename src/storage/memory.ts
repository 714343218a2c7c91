// Bytes that several threads can read without a copy.
// The decision: log records live in shared memory wherever there is any, so that handing one from the log's thread to a
// shard posts a reference; where there is none (a browser page that is not isolated) they are plain bytes and are copied.

/** Fresh zeros, aligned to 8 bytes. */
export function allocateShared(sizeBytes: number): Uint8Array {
  return typeof SharedArrayBuffer === "undefined"
    ? new Uint8Array(sizeBytes)
    : new Uint8Array(new SharedArrayBuffer(sizeBytes));
}

/** The same bytes in shared memory: themselves if they are there already. */
export function toShared(bytes: Uint8Array): Uint8Array {
  if (!(bytes.buffer instanceof ArrayBuffer)) return bytes;
  const copy = allocateShared(bytes.length);
  copy.set(bytes);
  return copy;
}
