import type { ResultsComputer } from '../../src/compute/results-computer.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('This test computes no results.'));

/** For tests that compute no results. */
export const NO_RESULTS: ResultsComputer = {
  counts: refuse,
  statistics: refuse,
  series: refuse,
  slices: refuse,
  disagreement: refuse,
  plan: refuse,
  figures: () => ({ done: 0, failed: 0, waiting: 0 }),
  close: async () => {},
};
