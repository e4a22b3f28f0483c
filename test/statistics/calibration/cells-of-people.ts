import { AGREEMENT_MEASURES, agreementCoverage } from './agreement.ts';
import type { Cell } from './cells.ts';
import { falseMarks } from './false-marks.ts';
import type { Sequence } from './handed-sequences.ts';
import { FOLLOWED_SETTINGS, followAdvice } from './more-needed.ts';
import { DRIFTS, falseClaimsOfResults } from './order.ts';
import { PLANNER_SETTINGS, plannerAgainstStudies } from './planner.ts';
import { poolingFigures } from './pooling.ts';
import { rateOf } from './simulation.ts';

/** Figures about annotators, about the advice on more judgements and about the planner. */
export function cellsOfPeople(): readonly Cell[] {
  return [...pooling(), ...agreement(), ...marks(), ...advice(), ...planner()];
}

/** Uses tasks that a running service handed to annotators, in their order. */
export function driftCells(sequences: readonly Sequence[]): readonly Cell[] {
  return Object.entries(DRIFTS).map(([name, drift]) => ({
    group: 'Two identical variants, annotators whose scores change over their tasks: called better',
    name: `${name} scores, 60 scenarios`,
    before: name === 'rising' ? '4 of 4' : null,
    relation: '≤',
    mark: 0.05,
    repeats: 1000,
    measure: (repeats) =>
      falseClaimsOfResults({ sequences, drift, repeats, seed: 111 }, 'complete'),
  }));
}

/** `taste` is the spread of an annotator's difference between two variants. */
export const POOLED = [0.3, 0.6].flatMap((taste) =>
  [5, 10, 20].flatMap((annotators) =>
    (
      [
        ['votes', 100, 1],
        ['votes', 500, 1],
        ['votes', 100, 3],
        ['scores', 100, 1],
      ] as const
    ).map(([kind, cases, judgementsPerTask]) => {
      const name = `taste sd ${taste}, ${annotators} annotators, ${cases} scenarios of ${judgementsPerTask}, ${kind}`;
      const tasteSd = taste / Math.SQRT2;
      const design = { variants: 2, cases, annotators, tasteSd, judgementsPerTask };
      return { name, study: { design, kind, seed: 116 } };
    }),
  ),
);

/** What is promised for each of them. */
export const POOLED_FIGURES = [
  {
    figure: 'errorShare',
    group: 'Results of single annotators: squared error of the pooled in that of the own',
    before: '100 % (own result alone)',
    relation: '≤',
    mark: 1,
    repeats: 100,
  },
  {
    figure: 'covered',
    group: 'Results of single annotators: coverage of the pooled interval',
    before: null,
    relation: '≥',
    mark: 0.93,
    repeats: 100,
  },
] as const;

function pooling(): readonly Cell[] {
  return POOLED_FIGURES.flatMap(({ figure, ...promised }) =>
    POOLED.map(({ name, study }) => ({
      ...promised,
      name,
      measure: (repeats) => poolingFigures({ ...study, repeats })[figure],
    })),
  );
}

function agreement(): readonly Cell[] {
  const designs = [
    [5, 30],
    [2, 20],
    [2, 60],
  ] as const;
  return designs.flatMap(([variants, cases]) =>
    AGREEMENT_MEASURES.map((measure): Cell => {
      return {
        group: 'Coverage of the intervals of agreement',
        name: `${measure}, ${variants} variants, ${cases} scenarios`,
        before: variants === 5 ? '82–85 %' : null,
        relation: '≥',
        mark: 0.92,
        repeats: 600,
        measure: (repeats) => agreementCoverage({ variants, cases, repeats, seed: 112 })[measure],
      };
    }),
  );
}

function marks(): readonly Cell[] {
  const designs = [
    ['votes', 2, 0],
    ['votes', 2, 1.5],
    ['votes', 3, 0.5],
    ['scores', 2, 0.5],
  ] as const;
  return designs.map(([kind, variants, step]) => ({
    group: 'Ten honest annotators with 50 tasks each: any of them marked',
    name: `${kind}, ${variants} variants, ${step} apart`,
    before: null,
    relation: '≤',
    mark: 0.01,
    repeats: 1000,
    measure: (repeats) => falseMarks({ kind, variants, step, repeats, seed: 113 }),
  }));
}

function advice(): readonly Cell[] {
  return FOLLOWED_SETTINGS.map((setting) => ({
    group: '“More needed”, followed to its upper end: settled',
    name: setting.name,
    before: '39–72 % (at the single figure that was given)',
    relation: '≥',
    mark: 0.75,
    repeats: 150,
    measure: (repeats) =>
      followAdvice(setting, { repeats, seed: 114, to: ['high'] }).settledBy('high'),
  }));
}

/** The gap between the chance of the planner and that of whole studies counts as the rate. */
function planner(): readonly Cell[] {
  return PLANNER_SETTINGS.map((setting) => ({
    group: 'The planner against whole studies: points between the two chances',
    name: setting.name,
    before: null,
    relation: '≤',
    mark: 0.03,
    repeats: 800,
    measure: (repeats) => {
      const { planned, measured } = plannerAgainstStudies(setting, repeats, 115);
      const gap = Math.abs(planned.rate - measured.rate);
      const error = Math.hypot(planned.errorAt(planned.rate), measured.errorAt(measured.rate));
      return { ...rateOf(gap, repeats), errorAt: () => error };
    },
  }));
}
