// Tests that run once a week, beside the daily tests of the same subject and with the same preparation.
// The decision: `npm test` has minutes. It tests each subject by its usual cases, and long tables of cases by a sample.
// `itWeekly` registers the other cases where WEEKLY is set, as `slow/run.ts` does for all files that import this one.

type Register = (title: string, test: () => unknown) => void;

const register: Register = (title, test) => {
  it(title, test as Mocha.AsyncFunc);
};

/** Registers a test of `npm run test:slow`. */
export const itWeekly: Register = process.env.WEEKLY ? register : () => {};

/**
 * Returns a function in place of `it` for a table of cases: one in `n` runs each day, the others each week. The length
 * of a row must not be a multiple of `n`, so that the sample has each value of each column.
 */
export function itOnceIn(n: number): Register {
  let count = 0;
  return (title, test) => (count++ % n === 0 ? register : itWeekly)(title, test);
}
