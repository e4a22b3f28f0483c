import { DEFAULT_SETTINGS, type StudyData, type StudyFrame } from '../domain/results/study-data.ts';
import { SHOWN_FIRST, SHOWN_SECOND } from '../storage/results/study-rows.ts';
import type { Half } from './halves.ts';
import { join, runComputingJob } from './results-job.ts';
import { columnsOf, type WrittenPart } from './study-columns.ts';

/** How soon the next one is to follow. */
export type Step = 'urgent' | 'enough' | 'patient';

/**
 * All that is done for one half of the results, with made-up studies, step by step. The engine compiles
 * code well only after it has run for a while: rehearsed, the first real study takes half as long. What
 * is urgent brings it furthest in the least time, since whoever starts a server may ask at once. The rest
 * is in small steps, because a question has to wait for the one it meets.
 */
export function* rehearse(half: Half): Generator<Step, undefined> {
  for (const { variants, cases } of URGENT_STUDIES) {
    runComputingJob({ kind: half, study: madeUpStudy(frameOf(variants, cases)) });
    yield 'urgent';
  }
  yield 'enough';
  const several = madeUpStudy(frameOf(5, PATIENT_CASES));
  const two = madeUpStudy(frameOf(2, PATIENT_CASES));
  for (let round = 0; round < PATIENT_ROUNDS; round += 1) {
    runComputingJob({ kind: half, study: round % 4 === 3 ? two : several });
    yield 'patient';
  }
  const small = madeUpStudy(frameOf(5, SERIES_CASES));
  for (let round = 0; round < SERIES_ROUNDS; round += 1) {
    runComputingJob({ kind: 'series', study: small });
    yield 'patient';
  }
}

/**
 * The best of some twenty sequences on a server just started. With less, results took longer than 0.4 s;
 * with more, the server started later. Studies of two variants come first: code that was compiled without
 * having seen one is thrown away at the first one that is real.
 */
const URGENT_STUDIES = [
  { variants: 2, cases: 300 },
  { variants: 5, cases: 40 },
  { variants: 5, cases: 300 },
  { variants: 5, cases: 300 },
  { variants: 5, cases: 600 },
  { variants: 5, cases: 1500 },
  { variants: 5, cases: 600 },
  { variants: 5, cases: 600 },
];
const PATIENT_CASES = 500;
const PATIENT_ROUNDS = 24;
const SERIES_CASES = 40;
const SERIES_ROUNDS = 16;
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
function writtenStudy({ annotators, variants, cases }: StudyFrame): readonly WrittenPart[] {
  const parts = annotators.map(() => ({
    positions: Array<number>(),
    taken_ms: Array<number>(),
    judged_at: Array<number>(),
    shown: Array<number>(),
    chosen: Array<number>(),
  }));
  let written = 0;
  const write = (position: number, first: number, second: number): void => {
    const own = parts[written % parts.length];
    own?.positions.push(position);
    own?.taken_ms.push(1000 + (written % 97));
    own?.judged_at.push(1_700_000_000_000 + written);
    own?.shown.push(first * SHOWN_FIRST + second * SHOWN_SECOND + (written % 2));
    // Remainders by primes go round in no step with the annotators.
    const isTied = written % 7 > 3;
    own?.chosen.push(isTied ? -1 - (written % 2) : written % 11 < 6 ? first : second);
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
  return parts.map((own, annotator) => ({ questions, annotator, columns: asText(own) }));
}

function asText(columns: Readonly<Record<string, readonly number[]>>): WrittenPart['columns'] {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, JSON.stringify(values)]),
  );
}
