// The interface of a bare server, which benchmarks compare with.
export type Floor = {
  /** Answers every request with these bytes. @returns its port */
  serve(answer: Uint8Array): Promise<number>;
};
