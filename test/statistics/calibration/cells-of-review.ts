import { cleanStudy } from '../../../src/domain/results/clean-study.ts';
import { scoreContrasts } from '../../../src/domain/results/planned-contrasts.ts';
import { lookAt } from '../../../src/domain/results/study-look.ts';
import { summarizeResults } from '../../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { studyOf } from '../../support/studies.ts';
import { pairedT } from '../references/paired-t.ts';
import type { Cell } from './cells.ts';
import { type Rate, rateOf, shareOf } from './simulation.ts';
import { contrastsIn, type StudyDesign, simulateScores, simulateVotes } from './whole-studies.ts';

/** Faults that an outside review found, where no other group measures them. */
export function cellsOfReview(): readonly Cell[] {
  return [...scattered(), ...reversedVerdicts(), ...oneEstimand(), ...equivalence()];
}

/** A difference that a paired t finds in about four of five studies. */
const SCATTERED: StudyDesign = {
  variants: 2,
  cases: 80,
  annotators: 4,
  scale: [0, 100],
  caseSd: 0,
  scoreSd: 15,
  step: 7,
  scattered: true,
};

function scattered(): readonly Cell[] {
  const group = 'Scores, the two outputs of a scenario by different annotators: found at the end';
  const before = '11–45 %, and nothing known with all judgements in';
  const common = { group, relation: '≥', mark: 0.61, repeats: 400 } as const;
  return [
    { ...common, name: 'as the results say', before, measure: scatteredByResults },
    { ...common, name: 'by a paired t of the scenarios', before: '61–99 %', measure: scatteredByT },
  ];
}

function scatteredByResults(repeats: number): Rate {
  return shareOf(repeats, 117, (random) => {
    const { verdict } = summarizeResults(simulateScores(SCATTERED, random));
    return verdict.word === 'better';
  });
}

function scatteredByT(repeats: number): Rate {
  return shareOf(repeats, 117, (random) => {
    const study = cleanStudy(simulateScores(SCATTERED, random));
    const [contrast] = scoreContrasts(study, lookAt(study), 0);
    const { interval } = pairedT([...(contrast?.values ?? [])]);
    return interval !== null && interval.low > 0;
  });
}

/** Of studies that were settled early: how often a later look says that they are not. */
function reversedVerdicts(): readonly Cell[] {
  const design = { variants: 2, cases: 200, step: Math.log(0.65 / 0.35), caseSd: 0, tieShare: 0 };
  return [
    {
      group: 'Verdicts that a later look takes back',
      name: 'win rate 0.65, plan 200, ten looks after the verdict',
      before: '37–70 % of studies',
      relation: '≤',
      mark: 0,
      repeats: 200,
      measure: (repeats) =>
        shareOf(repeats, 118, (random) => {
          const [contrast] = contrastsIn(simulateVotes(design, random));
          const settled = contrast?.found.settlement?.cases ?? design.cases;
          return Array.from({ length: 10 }, (_, look) =>
            Math.round(settled + ((look + 1) / 10) * (design.cases - settled)),
          ).some((judgedCases) => {
            const again = simulateVotes({ ...design, judgedCases }, createRandom(random.seed));
            return settled < design.cases && !summarizeResults(again).verdict.settled;
          });
        }),
    },
  ];
}

/** 25 wins, 1 loss, 2 ties and 92 times both bad. */
function oneEstimand(): readonly Cell[] {
  const outcomes = [...Array(25).fill(1), 0, 2, 2, ...Array(92).fill(3)] as number[];
  const votes = outcomes.map((outcome, position) => {
    return { case: position, annotator: position % 3, left: 0, right: 1, outcome };
  });
  return (['open', 'complete'] as const).map((collection) => ({
    group: 'One rate, open and closed: 25 wins, 1 loss, 2 ties, 92 times both bad',
    name: collection === 'open' ? 'while open' : 'closed',
    before: collection === 'open' ? '96 %' : '60 %',
    relation: '≤',
    mark: 0.6,
    repeats: 1,
    measure: () => {
      const { verdict } = summarizeResults(studyOf({ votes, settings: { collection } }));
      return { ...rateOf(verdict.effect ?? Number.NaN, 1), errorAt: () => 0 };
    },
  }));
}

/** Identical variants with a zone of ten points around an even split. */
function equivalence(): readonly Cell[] {
  const design = { variants: 2, cases: 500, caseSd: 0.5 };
  return [
    {
      group: 'Identical variants, 10 points matter: called equivalent',
      name: 'votes, plan 500',
      before: 'never: the zone could not be set',
      relation: '≥',
      mark: 0.9,
      repeats: 300,
      measure: (repeats) =>
        shareOf(repeats, 119, (random) => {
          const data = simulateVotes(design, random);
          const settings = { ...data.settings, zone: 0.1 };
          return summarizeResults({ ...data, settings }).verdict.word === 'equivalent';
        }),
    },
  ];
}
