// What a bare server has to be for a benchmark.
export type Floor = {
  /** Answers whatever it is asked with these bytes. @returns its port */
  serve(answer: Uint8Array): Promise<number>;
};
