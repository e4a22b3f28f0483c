import * as coverage from './coverage.ts';
import { falseAlarmsOfPlainTest } from './peeking.ts';
import * as plan from './plan.ts';
import { atLeast, atMost, type Rate } from './simulation.ts';

/** A figure that the product promises, and how it is measured. */
export interface Cell {
  readonly group: string;
  readonly name: string;
  /** What an outside review measured before the figure was promised; null if it did not. */
  readonly before: string | null;
  readonly relation: '≤' | '≥';
  readonly mark: number;
  /** Repeats of the long form. */
  readonly repeats: number;
  readonly measure: (repeats: number) => Rate;
}

/** A mark is missed only by more than two Monte Carlo standard errors. */
export function isKept({ relation, mark }: Pick<Cell, 'relation' | 'mark'>, rate: Rate): boolean {
  return relation === '≤' ? atMost(rate, mark) : atLeast(rate, mark);
}

export function calibrationCells(): readonly Cell[] {
  return [
    ...peeking(),
    ...fewScenarios(),
    ...power(),
    ...otherAnnotators(),
    ...extended(),
    ...coverages(),
  ];
}

const VOTES = { kind: 'votes', seed: 101 } as const;
const SCORES = { kind: 'scores', seed: 102 } as const;

function peeking(): readonly Cell[] {
  const group = 'Two identical variants, a look after every scenario: ever called different';
  const designs = [
    ['one judgement per scenario, no ties', { tieShare: 0, caseSd: 0 }, VOTES],
    ['one judgement per scenario, 40 % ties', { tieShare: 0.4, caseSd: 1 }, VOTES],
    ['three judgements per scenario', { judgementsPerTask: 3, caseSd: 1 }, VOTES],
    ['scores from 1 to 5', { caseSd: 0.5 }, SCORES],
  ] as const;
  return [20, 50, 200, 500].flatMap((cases) =>
    designs.map(([name, design, kind]): Cell => {
      const measure = (repeats: number) =>
        plan.everDifferent({ ...kind, design: { variants: 2, cases, ...design }, repeats });
      const before = '15–22 % (fixed-n, 20 looks)';
      return {
        group,
        name: `${name}, plan ${cases}`,
        before,
        relation: '≤',
        mark: 0.05,
        repeats: 1500,
        measure,
      };
    }),
  );
}

/** By variants and scenarios. */
const BEFORE_FEW: Readonly<Record<string, string>> = {
  '6 3': '52–55 % (one look)',
  '6 5': '27 % (one look)',
  '6 8': '13–16 % (one look)',
  '6 10': '9 % (one look)',
  '3 50': '18.5 % (fixed-n, 10 looks)',
  '6 50': '24–43 % (fixed-n, 10 looks)',
  '6 100': '24–43 % (fixed-n, 10 looks)',
};

function fewScenarios(): readonly Cell[] {
  const group = 'Identical variants, all looks: any false difference or rank';
  return [3, 6, 10].flatMap((variants) =>
    [3, 5, 8, 10, 15, 20, 50, 100].map((cases): Cell => {
      const design = { variants, cases, caseSd: 1 };
      return {
        group,
        name: `${variants} variants, ${cases} scenarios`,
        before: BEFORE_FEW[`${variants} ${cases}`] ?? null,
        relation: '≤',
        mark: 0.07,
        repeats: 6000 / variants,
        measure: (repeats) => plan.everDifferent({ ...VOTES, design, repeats }),
      };
    }),
  );
}

function power(): readonly Cell[] {
  const group = 'Power';
  const scale = { scale: [0, 100], caseSd: 0, scoreSd: 10 / Math.SQRT2 } as const;
  const scores = { variants: 2, cases: 120, step: 5, ...scale };
  const votes = { variants: 2, cases: 200, step: Math.log(0.58 / 0.42), caseSd: 0, tieShare: 0 };
  return [
    {
      group,
      name: 'scores 0 to 100, difference 5, sd 10, 120 scenarios: found',
      before: '3 % (always-valid), 100 % (fixed)',
      relation: '≥',
      mark: 0.9,
      repeats: 1000,
      measure: (repeats) => plan.everDifferent({ ...SCORES, design: scores, repeats }),
    },
    {
      group,
      name: 'the same without a difference: ever found',
      before: null,
      relation: '≤',
      mark: 0.055,
      repeats: 3000,
      measure: (repeats) =>
        plan.everDifferent({ ...SCORES, design: { ...scores, step: 0 }, repeats }),
    },
    {
      group,
      name: 'win rate 0.58, plan 200: found (a t-test at the end alone: about 0.61)',
      before: '19 % (always-valid)',
      relation: '≥',
      mark: 0.53,
      repeats: 3000,
      measure: (repeats) => plan.everDifferent({ ...VOTES, design: votes, repeats }),
    },
  ];
}

function otherAnnotators(): readonly Cell[] {
  const group = 'Annotators with tastes: the line about other annotators claims nothing false';
  return [0.3, 0.6].flatMap((taste) =>
    [5, 10, 20].flatMap((annotators) =>
      [100, 500].map((cases): Cell => {
        const design = { variants: 2, cases, annotators, tasteSd: taste / Math.SQRT2 };
        return {
          group,
          name: `taste sd ${taste}, ${annotators} annotators, ${cases} scenarios`,
          before: annotators === 5 ? '62–91 % at 100, 32–74 % at 500 (2–4 annotators)' : null,
          relation: '≥',
          mark: 0.93,
          repeats: 400,
          measure: (repeats) => plan.othersKeptOpen({ ...VOTES, design, repeats }),
        };
      }),
    ),
  );
}

function extended(): readonly Cell[] {
  const group =
    'Extended to three times the plan, a look after every scenario: ever called different';
  return [50, 100].flatMap((plannedCases) =>
    [VOTES, SCORES].map((kind): Cell => {
      const design = { variants: 2, cases: 3 * plannedCases, plannedCases };
      return {
        group,
        name: `${kind.kind}, plan ${plannedCases}`,
        before: null,
        relation: '≤',
        mark: 0.06,
        repeats: 1500,
        measure: (repeats) => plan.everDifferent({ ...kind, design, repeats }),
      };
    }),
  );
}

function coverages(): readonly Cell[] {
  const group = 'Coverage of intervals for one look';
  const twoWay = [
    [50, 6],
    [100, 5],
    [200, 10],
    [100, 40],
  ] as const;
  return [
    ...twoWay.map(([cases, annotators]): Cell => {
      return {
        group,
        name: `win rate for other annotators, ${cases} scenarios, ${annotators} annotators`,
        before: null,
        relation: '≥',
        mark: 0.94,
        repeats: 1500,
        measure: (repeats) => coverage.twoWayCoverage({ cases, annotators, repeats, seed: 21 }),
      };
    }),
    ...[0, 1, 2.2, 3.5].flatMap((centre) =>
      [20, 50, 100].map((cases): Cell => {
        const design = { centre, caseSd: 1, cases, seed: 22 };
        return {
          group,
          name: `win rate around logit ${centre}, ${cases} scenarios of 2–3 judgements`,
          before: null,
          relation: '≥',
          mark: 0.94,
          repeats: 1500,
          measure: (repeats) => coverage.effectiveCoverage({ ...design, repeats }).ours,
        };
      }),
    ),
    {
      group: 'What the usual practice does',
      name: 'a plain test every ten judgements up to 600: ever called different',
      before: null,
      relation: '≥',
      mark: 0.15,
      repeats: 4000,
      measure: (repeats) => falseAlarmsOfPlainTest(repeats, 13),
    },
  ];
}
