// Stands for the package iconv-lite in the bundles of the server, where raw-body, which koa-bodyparser uses, decodes
// texts with it.
// The decision: Node has a decoder for every encoding of the web. The tables of the package are half a megabyte, which
// each start of a server would read.

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** @throws Error with the text by which raw-body recognises an unknown encoding */
export function getDecoder(encoding: string): Decoder {
  const decoder = decoderOf(encoding);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new Error(`Encoding not recognized: '${encoding}'`);
  }
}
