import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultWarning } from '../../src/contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../src/contract/results/results.ts';
import type { StudyData } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { summarizeSeries } from '../../src/domain/results/summarize-series.ts';
import { assertFinite } from '../statistics/finite.ts';
import { LIKERT, simulatedVotes, studyOf, type VoteRow } from '../support/studies.ts';

const range = (size: number): readonly number[] => Array.from({ length: size }, (_, i) => i);

function votes(size: number, row: (i: number) => Partial<VoteRow>): VoteRow[] {
  return range(size).map((i) => ({
    case: i,
    annotator: i % 6,
    left: i % 2,
    right: 1 - (i % 2),
    outcome: i % 3 === 0 ? 0 : 1,
    ...row(i),
  }));
}

interface BadInput {
  readonly study: StudyData;
  /** Expected anywhere in the results. */
  readonly warning: ResultWarning;
}

const CASES: Readonly<Record<string, BadInput>> = {
  'nothing at all': { study: studyOf({ variants: 0, cases: 0 }), warning: 'no_data' },
  'no judgements of two variants': {
    study: studyOf({ cases: 5, annotators: 2 }),
    warning: 'no_data',
  },
  'no judgements of three variants': {
    study: studyOf({ variants: 3, cases: 5, annotators: 2 }),
    warning: 'no_data',
  },
  'no scores': { study: studyOf({ criteria: [LIKERT], cases: 5 }), warning: 'no_data' },
  'one annotator': {
    study: studyOf({ votes: votes(40, () => ({ annotator: 0 })) }),
    warning: 'one_annotator',
  },
  'one case': { study: studyOf({ votes: votes(6, () => ({ case: 0 })) }), warning: 'one_case' },
  'all ties': { study: studyOf({ votes: votes(40, () => ({ outcome: 2 })) }), warning: 'all_ties' },
  'all both bad': {
    study: studyOf({ variants: 3, votes: votes(40, () => ({ outcome: 3 })) }),
    warning: 'all_ties',
  },
  'one category in every score': {
    study: studyOf({
      scores: range(40).map((i) => ({
        case: i >> 2,
        annotator: (i >> 1) & 1,
        variant: i & 1,
        value: 3,
      })),
    }),
    warning: 'no_variation',
  },
  'disconnected comparisons': {
    study: studyOf({
      variants: 4,
      votes: votes(40, (i) => ({ left: (i % 2) * 2, right: (i % 2) * 2 + 1 })),
    }),
    warning: 'not_connected',
  },
  'an annotator who always gives the same answer': {
    study: studyOf({
      votes: votes(60, (i) => (i % 6 === 2 ? { left: 0, right: 1, outcome: 0 } : {})),
    }),
    warning: 'constant_annotator',
  },
  'scores at the end of the scale': {
    study: studyOf({
      scores: range(80).map((i) => ({ case: i >> 1, annotator: 0, variant: i & 1, value: 5 })),
    }),
    warning: 'zero_variance',
  },
  'scores that are not numbers': {
    study: studyOf({
      scores: [Number.NaN, Number.POSITIVE_INFINITY, -1e308, 99].map((value, i) => ({
        case: i,
        annotator: 0,
        variant: i & 1,
        value,
      })),
    }),
    warning: 'no_data',
  },
  'numbers of variants, cases and annotators that do not exist': {
    study: studyOf({
      cases: 3,
      annotators: 2,
      votes: [
        { case: 9, annotator: 0, left: 0, right: 1, outcome: 0 },
        { case: 0, annotator: 9, left: 0, right: 1, outcome: 0 },
        { case: 0, annotator: 0, left: 0, right: 9, outcome: 0 },
        { case: 0, annotator: 0, left: 1, right: 1, outcome: 0 },
        { case: 0, annotator: 0, left: 0, right: 1, outcome: 9 },
        { case: -1, annotator: -1, left: -1, right: -1, outcome: 0 },
      ],
    }),
    warning: 'no_data',
  },
  'unbalanced sides': {
    study: studyOf({ votes: votes(60, () => ({ left: 0, right: 1 })) }),
    warning: 'side_imbalance',
  },
  'one annotator who gave most judgements': {
    study: studyOf({ votes: votes(90, (i) => ({ annotator: i % 3 === 0 ? i % 6 : 5 })) }),
    warning: 'dominant_annotator',
  },
  'settings out of range': {
    study: studyOf({
      votes: votes(30, () => ({})),
      settings: {
        level: Number.NaN,
        seed: Number.POSITIVE_INFINITY,
        zone: -1,
        judgementsPerTask: Number.NaN,
      },
    }),
    warning: 'few_cases',
  },
};

describe('bad input gets defined results with a warning', () => {
  for (const [name, { study, warning }] of Object.entries(CASES)) {
    it(name, () => {
      assertDefined(study, warning);
    });
  }

  it('claims nothing from one case with 10,000 votes', () => {
    const study = studyOf({ votes: votes(10_000, (i) => ({ case: 0, annotator: i })) });
    const { verdict, two_variants: two } = assertDefined(study, 'one_cluster');
    assert.equal(two?.score_win_rate.interval, null);
    assert.equal(verdict.settled, false);
  });

  it('leaves out excluded annotators and hasty answers, and shows the headline with them', () => {
    const rows = simulatedVotes({ cases: 90, annotators: 6, perCase: 1, step: 0.5 });
    const hasty = rows.filter(({ ms = 0 }) => ms < 6000).length;
    const study = studyOf({
      votes: rows,
      settings: { minimumSeconds: 6, excludedAnnotators: [2] },
    });
    const { computation, warnings } = summarizeResults(study);
    const { exclusions } = computation;
    assert.deepEqual(exclusions.annotators, ['annotator-2']);
    assert.equal(exclusions.by_annotator, 15);
    assert.ok(exclusions.by_time > 0 && exclusions.by_time <= hasty);
    assert.equal(computation.judgements, 90 - exclusions.by_annotator - exclusions.by_time);
    assert.equal(exclusions.headline_with_all?.n, 90);
    assert.ok(warnings.includes('excluded_judgements'));
  });

  it('counts the latest answer of an annotator to a task', () => {
    const study = studyOf({
      votes: [
        { case: 0, annotator: 0, left: 0, right: 1, outcome: 0, at: 5 },
        { case: 0, annotator: 0, left: 1, right: 0, outcome: 0, at: 9 },
        { case: 0, annotator: 0, left: 0, right: 1, outcome: 2, at: 7 },
      ],
    });
    const { two_variants: two, computation } = summarizeResults(study);
    assert.deepEqual(two?.counts, { wins: 1, ties: 0, both_bad: 0, losses: 0 });
    assert.equal(computation.exclusions.invalid, 2);
  });
});

function assertDefined(study: StudyData, warning: ResultWarning): ResultStatistics {
  const results = summarizeResults(study);
  assertFinite(results);
  assertFinite(summarizeSeries(study));
  assert.ok(warningsIn(results).has(warning), [...warningsIn(results)].join());
  return results;
}

function warningsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [key, field] of Object.entries(inner)) {
      if (key === 'warnings' && Array.isArray(field)) for (const code of field) found.add(code);
      else visit(field);
    }
  };
  visit(value);
  return found;
}
