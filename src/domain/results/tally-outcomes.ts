import type { OutcomeTally, Tallies } from '../judging/vote-tallies.ts';
import { ALL_GOOD, LEFT_BETTER, RIGHT_BETTER, type StudyData, TIE } from './study-data.ts';

/** Counts of outcomes, from the same rows as the statistics. */
export function tallyOutcomes(study: StudyData): Tallies {
  const { votes, choices, cases } = study;
  const variants = study.variants.length;
  const wins = new Int32Array(variants);
  const isJudged = new Uint8Array(cases);
  let ties = 0;
  let bothBad = 0;
  const { left, right, outcome } = votes;
  for (let row = 0; row < outcome.length; row += 1) {
    isJudged[votes.case[row] ?? cases] = 1;
    const ended = outcome[row];
    if (ended === LEFT_BETTER || ended === RIGHT_BETTER) {
      const winner = (ended === LEFT_BETTER ? left : right)[row] ?? variants;
      wins[winner] = (wins[winner] ?? 0) + 1;
    } else if (ended === TIE) ties += 1;
    else bothBad += 1;
  }
  for (let row = 0; row < choices.chosen.length; row += 1) {
    isJudged[choices.case[row] ?? cases] = 1;
    const chosen = choices.chosen[row] ?? variants;
    if (chosen >= 0) wins[chosen] = (wins[chosen] ?? 0) + 1;
    else if (chosen === ALL_GOOD) ties += 1;
    else bothBad += 1;
  }
  const outcomes: readonly OutcomeTally[] = [
    { outcome: 'both_bad', winner: null, count: bothBad },
    ...Array.from(wins, (count, winner) => ({ outcome: 'slot', winner, count }) as const),
    { outcome: 'tie', winner: null, count: ties },
  ];
  const judged = isJudged.reduce((sum, mark) => sum + mark, 0);
  return {
    outcomes: outcomes.filter(({ count }) => count > 0),
    scores: [],
    unjudgedScenarios: cases - judged,
  };
}
