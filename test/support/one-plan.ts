import { startResultsComputer } from '../../src/compute/results-computer.ts';

/** A process that computes one plan and closes nothing. */
const computer = startResultsComputer({
  access: { kind: 'file', path: 'no database is read for a plan' },
  onCrash: (error) => {
    throw error;
  },
});
console.log(
  (await computer.plan({ difference: 0.2, cases: 20, measured: null }, 'a user')).judgements,
);
