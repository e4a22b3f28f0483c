import fc from 'fast-check';
import type { StudyData } from '../../src/domain/results/study-data.ts';
import {
  type ChoiceRow,
  LIKERT,
  type ScoreRow,
  type StudyParts,
  studyOf,
  type VoteRow,
} from '../support/studies.ts';

/** Set PROPERTY_SEED to explore; the seed is printed, so that a failure can be repeated. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_115);
console.log(`property seed ${seed}`);

export const check = <T>(property: fc.IProperty<T>, numRuns = 60): void =>
  fc.assert(property, { seed, numRuns });

const moment = { at: fc.integer({ min: 0, max: 50 }), ms: fc.integer({ min: 0, max: 60_000 }) };

const judged = { case: fc.nat(11), annotator: fc.nat(6), ...moment };

function voteRows(variants: number): fc.Arbitrary<VoteRow[]> {
  const vote = fc
    .record({
      ...judged,
      left: fc.nat(variants - 1),
      step: fc.integer({ min: 1, max: variants - 1 }),
      outcome: fc.nat(3),
    })
    .map(({ step, ...row }) => ({ ...row, right: (row.left + step) % variants }));
  return fc.array(vote, { maxLength: 80 });
}

function choiceRows(variants: number): fc.Arbitrary<ChoiceRow[]> {
  return fc.array(fc.record({ ...judged, chosen: fc.integer({ min: -2, max: variants - 1 }) }), {
    maxLength: 30,
  });
}

function scoreRows(variants: number): fc.Arbitrary<ScoreRow[]> {
  const score = fc.record({
    ...judged,
    variant: fc.nat(variants - 1),
    criterion: fc.nat(2),
    value: fc.integer({ min: 1, max: 5 }),
  });
  return fc.array(score, { maxLength: 90 });
}

const settings = fc.record({
  judgementsPerTask: fc.integer({ min: 1, max: 3 }),
  collection: fc.constantFrom('open' as const, 'closed' as const, 'complete' as const),
  seed: fc.nat(1000),
  zone: fc.constantFrom(0, 0.05, 0.2),
});

const SLICES = [
  {
    name: 'language',
    labels: Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? null : i % 2 === 0 ? 'en' : 'de')),
  },
];

const CRITERIA = [
  LIKERT,
  { name: 'length', scale: 'numeric', low: null, high: null },
  { name: 'tone', scale: 'choice', low: null, high: null },
] as const;

const SIZES = { cases: 12, annotators: 7, slices: SLICES };

/** The parts of any study, for `studyOf`. */
export const anyParts: fc.Arbitrary<StudyParts> = fc
  .integer({ min: 1, max: 4 })
  .chain((variants): fc.Arbitrary<StudyParts> => {
    const scoring = fc
      .record({ scores: scoreRows(variants), settings })
      .map((parts): StudyParts => ({ ...SIZES, variants, criteria: CRITERIA, ...parts }));
    if (variants === 1) return scoring;
    const lengths = Float64Array.from({ length: 12 * variants }, (_, i) => (i * 7) % 5);
    const comparing = fc
      .record({
        votes: voteRows(variants),
        choices: fc.oneof(fc.constant([]), choiceRows(variants)),
        settings,
      })
      .map((parts): StudyParts => ({ ...SIZES, variants, lengths, ...parts }));
    return fc.oneof(scoring, comparing);
  });

export const anyStudy: fc.Arbitrary<StudyData> = anyParts.map(studyOf);
