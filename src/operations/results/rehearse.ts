import {
  DEFAULT_SETTINGS,
  type StudyData,
  type StudyFrame,
} from '../../domain/results/study-data.ts';
import { type Half, join, runComputingJob } from './results-job.ts';
import { type AnnotatorLines, columnsOf } from './study-columns.ts';

/**
 * All that is done for one half of the results, with made-up studies, step by step. The engine compiles
 * code well only after it has run for a while: rehearsed, the first real study takes half as long. Small
 * ones come first: loops that run briefly and often are compiled as wholes, long ones only from their
 * middle on. Larger ones follow, because only work that takes long is compiled as well as it can be.
 */
export function* rehearse(half: Half): Generator<'brief' | 'long', undefined> {
  for (let round = 0; round < SMALL_ROUNDS; round += 1) {
    const study = madeUpStudy(frameOf(round % 4 === 3 ? 2 : 5, FEW_CASES));
    runComputingJob({ kind: half, study });
    yield 'brief';
  }
  const large = madeUpStudy(frameOf(5, MANY_CASES));
  for (let round = 0; round < LARGE_ROUNDS; round += 1) {
    runComputingJob({ kind: half, study: large });
    yield 'long';
  }
  const small = madeUpStudy(frameOf(5, FEW_CASES));
  for (let round = 0; round < SERIES_ROUNDS; round += 1) {
    runComputingJob({ kind: 'series', study: small });
    yield 'long';
  }
}

const SMALL_ROUNDS = 16;
const LARGE_ROUNDS = 12;
const SERIES_ROUNDS = 16;
const FEW_CASES = 40;
const MANY_CASES = 1500;
const ANNOTATORS = 20;

/** Cloned like those that come from another thread, which are laid out differently in memory. */
function madeUpStudy(frame: StudyFrame): StudyData {
  const parts = writtenStudy(frame).map((written) => columnsOf(structuredClone(written)));
  const compared = { variants: frame.variants.length, cases: frame.cases };
  const job = { kind: 'join', parts: { parts, unchanged: undefined }, compared } as const;
  const { judged } = join(structuredClone(job));
  return structuredClone({ ...frame, ...judged });
}

function frameOf(variants: number, cases: number): StudyFrame {
  return {
    kind: 'comparison',
    variants: Array.from({ length: variants }, (_, i) => `variant ${i}`),
    cases,
    criteria: [],
    slices: [],
    lengths: null,
    settings: { ...DEFAULT_SETTINGS, judgementsPerTask: 2 },
    annotators: Array.from({ length: ANNOTATORS }, (_, i) => `annotator ${i}`),
  };
}

/** As the database would write it: each pair of each case judged twice. */
function writtenStudy({ annotators, variants, cases }: StudyFrame): readonly AnnotatorLines[] {
  const lines = annotators.map((): string[] => []);
  let written = 0;
  const write = (position: number, first: number, second: number): void => {
    // Remainders by primes go round in no step with the annotators.
    const outcome = (written % 7) % 3;
    const winner = outcome > 0 ? -1 : written % 11 < 6 ? first : second;
    const times = `${1000 + (written % 97)} ${1_700_000_000_000 + written}`;
    const line = `${position} ${first} ${second} ${outcome} ${winner} ${written % 2} ${times}  `;
    lines[written % annotators.length]?.push(line);
    written += 1;
  };
  for (let position = 0; position < cases; position += 1) {
    for (let second = 1; second < variants.length; second += 1) {
      for (let first = 0; first < second; first += 1) {
        write(position, first, second);
        write(position, first, second);
      }
    }
  }
  const questions = { overallScore: undefined, criteria: new Map() };
  return lines.map((own, annotator) => ({ questions, annotator, lines: own.join('\n') }));
}
