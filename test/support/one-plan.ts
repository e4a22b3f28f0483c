import { startResultsComputer } from '../../src/compute/compute-results.ts';

/** A process that computes one plan and closes nothing. */
const computer = startResultsComputer({
  onCrash: (error) => {
    throw error;
  },
});
console.log(
  (await computer.plan({ difference: 0.2, cases: 20, measured: null }, 'a user')).judgements,
);
