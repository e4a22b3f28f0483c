import { DEFAULT_SETTINGS, type StudyFrame } from '../../domain/results/study-data.ts';
import { allPairs } from '../../statistics/multiplier-bootstrap.ts';
import { createRandom, type Random } from '../../statistics/random.ts';
import { runResultsJob } from './results-job.ts';
import { arrangeStudy, type WrittenStudy } from './study-columns.ts';

/**
 * All that is done for the results of small made-up studies, step by step. The engine compiles code
 * well only after it has run for a while: rehearsed, the first real study takes half as long. They
 * are cloned like those that come from another thread, which are laid out differently in memory.
 */
export function* rehearse(): Generator<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const frame = frameOf(round % 4 === 3 ? 2 : 5, round % 16 === 15 ? MANY_CASES : FEW_CASES);
    const written = structuredClone(writtenStudy(frame, createRandom(round)));
    const study = structuredClone({ ...frame, ...arrangeStudy(written) });
    for (const kind of ['findings', 'trust', 'series'] as const) {
      runResultsJob({ kind, study });
      yield;
    }
  }
}

/** Loops that run briefly and often are compiled as wholes, long ones only from their middle on. */
const ROUNDS = 32;
const FEW_CASES = 40;
const MANY_CASES = 500;
const ANNOTATORS = 20;

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

/** As the database would write it. */
function writtenStudy({ annotators, variants, cases }: StudyFrame, random: Random): WrittenStudy {
  const lines = annotators.map((): string[] => []);
  const pairs = allPairs(variants.length);
  for (let task = 0; task < cases * pairs.length; task += 1) {
    const position = Math.floor(task / pairs.length);
    const [first, second] = pairs[task % pairs.length] ?? [0, 1];
    for (let n = task; n < task + 2; n += 1) {
      const outcome = random.below(3);
      const winner = outcome > 0 ? -1 : random.below(2) === 0 ? first : second;
      const times = `${1000 + random.below(9000)} ${1_700_000_000_000 + n * 1000}`;
      const line = `${position} ${first} ${second} ${outcome} ${winner} ${n % 2} ${times}  `;
      lines[n % ANNOTATORS]?.push(line);
    }
  }
  return {
    questions: {
      overallScore: undefined,
      criteria: new Map(),
      annotators: new Map(annotators.map((id, index) => [id, index])),
    },
    lines: annotators.map((annotatorId, index) => ({
      annotatorId,
      lines: lines[index]?.join('\n') ?? '',
    })),
    unchanged: undefined,
  };
}
