import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { ResultSeries } from '../../src/contract/results/result-series.ts';
import { ResultStatistics } from '../../src/contract/results/results.ts';
import type { StudyData } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { summarizeSeries } from '../../src/domain/results/summarize-series.ts';
import { assertFinite } from '../statistics/finite.ts';
import { shuffled } from '../statistics/properties/votes.ts';
import { type StudyParts, simulatedVotes, studyOf, variantId } from '../support/studies.ts';
import { anyParts, anyStudy, check } from './arbitrary-studies.ts';

describe('results of any study', () => {
  it('fit the contract exactly and have no NaN or infinity', () =>
    check(
      fc.property(anyStudy, (study) => {
        const results = summarizeResults(study);
        assertFinite(results);
        assertFits(ResultStatistics, results);
        const series = summarizeSeries(study);
        assertFinite(series);
        assertFits(ResultSeries, series);
      }),
      150,
    ));

  it('are bit-equal for any order of the judgements', () =>
    check(
      fc.property(anyParts, fc.nat(), (parts, key) => {
        const mixed: StudyParts = {
          ...parts,
          votes: shuffled(parts.votes ?? [], key),
          choices: shuffled(parts.choices ?? [], key),
          scores: shuffled(parts.scores ?? [], key),
        };
        assert.deepEqual(summarizeResults(studyOf(mixed)), summarizeResults(studyOf(parts)));
        assert.deepEqual(summarizeSeries(studyOf(mixed)), summarizeSeries(studyOf(parts)));
      }),
    ));

  it('are bit-equal for the same seed, and have the same estimates for any seed', () =>
    check(
      fc.property(anyStudy, (study) => {
        assert.deepEqual(summarizeResults(study), summarizeResults(study));
        const other = { ...study, settings: { ...study.settings, seed: study.settings.seed + 1 } };
        assert.deepEqual(
          summarizeResults(other).several_variants?.differences.map((d) => d.difference.estimate),
          summarizeResults(study).several_variants?.differences.map((d) => d.difference.estimate),
        );
      }),
    ));

  it('do not depend on the side on which a variant was shown', () =>
    check(
      fc.property(anyParts, (parts) => {
        const swapped: StudyParts = {
          ...parts,
          votes: (parts.votes ?? []).map((vote) => ({
            ...vote,
            left: vote.right,
            right: vote.left,
            outcome: vote.outcome > 1 ? vote.outcome : 1 - vote.outcome,
          })),
        };
        const original = summarizeResults(studyOf(parts));
        const mirrored = summarizeResults(studyOf(swapped));
        assertAlike(withoutSides(mirrored), withoutSides(original));
      }),
    ));

  it('do not depend on the order in which variants are listed', () =>
    check(
      fc.property(anyParts, (parts) => {
        const study = studyOf(parts);
        if (study.variants.length < 3) return;
        assertAlike(byName(summarizeResults(relisted(study))), byName(summarizeResults(study)));
      }),
    ));

  it('keep every interval around its estimate', () =>
    check(
      fc.property(anyStudy, (study) => {
        for (const found of estimatesIn(summarizeResults(study))) {
          if (found.estimate === null || found.interval === null) continue;
          const slack = 1e-9 * (1 + Math.abs(found.estimate));
          assert.ok(
            found.interval.low <= found.estimate + slack &&
              found.estimate <= found.interval.high + slack,
            JSON.stringify(found),
          );
        }
      }),
    ));

  it('have intervals narrower by √2 when the same data repeat on new cases', () => {
    const votes = simulatedVotes({ cases: 150, annotators: 4, perCase: 2, step: 0.05 });
    const again = votes.map((vote) => ({ ...vote, case: vote.case + 150 }));
    const width = (rows: typeof votes): number => {
      const range = summarizeResults(studyOf({ votes: rows })).two_variants?.score_win_rate
        .interval;
      return (range?.high ?? 0) - (range?.low ?? 0);
    };
    assert.ok(Math.abs(width(votes) / width([...votes, ...again]) - Math.SQRT2) < 0.02);
  });
});

function assertFits(schema: typeof ResultStatistics | typeof ResultSeries, value: unknown): void {
  const [fault] = Value.Errors(schema, value);
  assert.equal(fault, undefined, JSON.stringify(fault));
  assert.deepEqual(Value.Clean(schema, structuredClone(value)), value, 'has undeclared keys');
}

function withoutSides(results: ReturnType<typeof summarizeResults>) {
  return {
    ...results,
    bias: {
      ...results.bias,
      position: null,
      annotators: results.bias.annotators.map((quality) => ({ ...quality, first_share: null })),
    },
  };
}

/** The last variant is listed second; everything else stays. */
function relisted(study: StudyData): StudyData {
  const size = study.variants.length;
  const order = [0, size - 1, ...Array.from({ length: size - 2 }, (_, i) => i + 1)];
  const place = (variant: number): number => (variant < 0 ? variant : order.indexOf(variant));
  return {
    ...study,
    variants: order.map((variant) => variantId(variant)),
    votes: {
      ...study.votes,
      left: study.votes.left.map(place),
      right: study.votes.right.map(place),
    },
    choices: { ...study.choices, chosen: study.choices.chosen.map(place) },
    scores: { ...study.scores, variant: study.scores.variant.map(place) },
    lengths:
      study.lengths &&
      study.lengths.map((_, at) => {
        const variant = order[at % size] ?? 0;
        return study.lengths?.[at - (at % size) + variant] ?? 0;
      }),
  };
}

/** Only the parts that must not change: figures by variant, in an order by name. */
function byName(results: ReturnType<typeof summarizeResults>) {
  const { verdict, several_variants: several, agreement, bias, scores } = results;
  const sorted = <T extends { variant: string }>(list: readonly T[] | undefined) =>
    [...(list ?? [])].sort((a, b) => (a.variant < b.variant ? -1 : 1));
  return {
    verdict,
    abilities: sorted(several?.variants),
    agreement,
    annotators: bias.annotators,
    position: bias.position,
    length: bias.length,
    scores: scores.map((block) => sorted(block.variants)),
    differences: (several?.differences ?? scores.flatMap((block) => block.differences))
      .map(({ variant, against, difference }) => ({
        pair: [variant, against].sort().join(),
        size: Math.abs(difference.estimate ?? 0),
        width: (difference.interval?.high ?? 0) - (difference.interval?.low ?? 0),
      }))
      .sort((a, b) => (a.pair < b.pair ? -1 : 1)),
  };
}

/** Equal, numbers to eleven digits. */
function assertAlike(actual: unknown, expected: unknown, path = 'results'): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const scale = Math.max(1, Math.abs(expected));
    assert.ok(
      Math.abs(actual - expected) <= 1e-11 * scale,
      `${path}: ${actual} is not ${expected}`,
    );
    return;
  }
  if (typeof actual !== 'object' || actual === null || expected === null) {
    assert.deepEqual(actual, expected, path);
    return;
  }
  const inner = expected as Readonly<Record<string, unknown>>; // An object, like `actual`.
  assert.deepEqual(Object.keys(actual), Object.keys(inner), path);
  for (const [key, value] of Object.entries(actual))
    assertAlike(value, inner[key], `${path}.${key}`);
}

interface Figure {
  readonly estimate: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

function estimatesIn(value: unknown): readonly Figure[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'estimate' in value && 'interval' in value ? [value as Figure] : []; // Has both keys.
  return [...own, ...Object.values(value).flatMap(estimatesIn)];
}
