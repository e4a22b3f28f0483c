import { annotatorMarks } from '../../../src/domain/results/annotator-marks.ts';
import { cleanStudy } from '../../../src/domain/results/clean-study.ts';
import { answersOf } from '../../../src/domain/results/study-answers.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import { type ScoreRow, type StudyParts, studyOf, type VoteRow } from '../../support/studies.ts';
import { logistic, type Rate, shareOf } from './simulation.ts';

export interface HonestDesign {
  readonly kind: 'votes' | 'scores';
  readonly variants: number;
  /** How much better each later variant is: logits, or steps of the score. */
  readonly step: number;
  readonly repeats: number;
  readonly seed: number;
}

const ANNOTATORS = 10;
const TASKS = 50;
/** Annotators per task. */
const OVERLAP = 3;

/**
 * Ten honest annotators with different tastes and habits judge 50 tasks each, in random order, three
 * to a task: how often is any of them marked?
 */
export function falseMarks({ repeats, seed, ...design }: HonestDesign): Rate {
  return shareOf(repeats, seed, (random) => {
    const parts =
      design.kind === 'votes' ? honestVotes(design, random) : honestScores(design, random);
    const study = cleanStudy(studyOf(parts));
    return annotatorMarks(study, answersOf(study)).some((marks) => marks.length > 0);
  });
}

type Shape = Pick<HonestDesign, 'variants' | 'step'>;

function honestVotes({ variants, step }: Shape, random: Random): StudyParts {
  const tieHabit = Array.from({ length: ANNOTATORS }, () => -1.5 + 0.5 * random.normal());
  const clock = startClock(random);
  const votes: VoteRow[] = [];
  const cases = Math.round((ANNOTATORS * TASKS) / OVERLAP);
  for (let position = 0; position < cases; position += 1) {
    const liking = Array.from({ length: variants }, (_, i) => i * step + random.normal());
    const first = random.below(variants);
    const second = (first + 1 + random.below(variants - 1)) % variants;
    for (let k = 0; k < OVERLAP; k += 1) {
      const annotator = (position * OVERLAP + k) % ANNOTATORS;
      const [left, right] = random.uniform() < 0.5 ? [first, second] : [second, first];
      const lean = logistic((liking[left] ?? 0) - (liking[right] ?? 0));
      const isTied = random.uniform() < logistic(tieHabit[annotator] ?? 0);
      const outcome = isTied ? 2 : random.uniform() < lean ? 0 : 1;
      votes.push({ case: position, annotator, left, right, outcome, ...clock(annotator) });
    }
  }
  return { variants, votes, lengths: lengthsOf(cases * variants, random) };
}

function honestScores({ variants, step }: Shape, random: Random): StudyParts {
  const severity = Array.from({ length: ANNOTATORS }, () => 0.3 * random.normal());
  const clock = startClock(random);
  const scores: ScoreRow[] = [];
  const cases = Math.round((ANNOTATORS * TASKS) / OVERLAP / variants);
  for (let position = 0; position < cases; position += 1) {
    const level = 3 + 0.6 * random.normal();
    for (let k = 0; k < OVERLAP; k += 1) {
      const annotator = (position * OVERLAP + k) % ANNOTATORS;
      for (let variant = 0; variant < variants; variant += 1) {
        const raw = level + step * variant + (severity[annotator] ?? 0) + 0.8 * random.normal();
        const value = Math.min(5, Math.max(1, Math.round(raw)));
        scores.push({ case: position, annotator, variant, value, ...clock(annotator) });
      }
    }
  }
  return { variants, scores, lengths: lengthsOf(cases * variants, random) };
}

/** Moments that rise for each annotator, and durations that fit 600 bytes or more. */
function startClock(random: Random): (annotator: number) => { at: number; ms: number } {
  const now = new Float64Array(ANNOTATORS);
  return (annotator) => {
    const ms = 20_000 * Math.exp(0.5 * random.normal());
    now[annotator] = (now[annotator] ?? 0) + ms;
    return { at: now[annotator] ?? 0, ms };
  };
}

function lengthsOf(count: number, random: Random): Float64Array {
  return Float64Array.from({ length: count }, () => 300 + random.below(600));
}
