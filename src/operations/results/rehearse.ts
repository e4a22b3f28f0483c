import { DEFAULT_SETTINGS, type StudyFrame } from '../../domain/results/study-data.ts';
import { allPairs } from '../../statistics/multiplier-bootstrap.ts';
import { createRandom, type Random } from '../../statistics/random.ts';
import { runResultsJob } from './results-job.ts';
import { arrangeStudy, type WrittenStudy } from './study-columns.ts';

/**
 * All that is done for the results of small made-up studies, step by step. The engine compiles code
 * well only after it has run for a while: rehearsed, the first real study takes half as long.
 */
export function* rehearse(): Generator<void> {
  for (const variants of [5, 2, 5, 2, 5, 5, 5, 5]) {
    const frame = frameOf(variants);
    const written = writtenStudy(frame, createRandom(variants));
    const study = { ...frame, ...arrangeStudy(written) };
    yield;
    for (const kind of ['findings', 'trust', 'series'] as const) {
      runResultsJob({ kind, study });
      yield;
    }
  }
}

const CASES = 500;
const ANNOTATORS = 20;

function frameOf(variants: number): StudyFrame {
  return {
    kind: 'comparison',
    variants: Array.from({ length: variants }, (_, i) => `variant ${i}`),
    annotators: Array.from({ length: ANNOTATORS }, (_, i) => `annotator ${i}`),
    cases: CASES,
    criteria: [],
    slices: [],
    lengths: null,
    settings: { ...DEFAULT_SETTINGS, judgementsPerTask: 2 },
  };
}

/** As the database would write it. */
function writtenStudy({ annotators, variants }: StudyFrame, random: Random): WrittenStudy {
  const lines = annotators.map((): string[] => []);
  const pairs = allPairs(variants.length);
  for (let task = 0; task < CASES * pairs.length; task += 1) {
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
