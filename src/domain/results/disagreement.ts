import {
  casesOf,
  compareDisputed,
  type Disagreement,
  type RankedDisagreement,
} from './disputed-cases.ts';
import { pairCount } from './pair-count.ts';
import { ratedQuestions } from './rated-questions.ts';
import { endOfUnit, type RatedUnits } from './rated-units.ts';
import { studyByRules } from './study-by-rules.ts';
import type { StudyData } from './study-data.ts';
import { askedCriteria } from './summarize-scores.ts';

/** How disputed each case of a study is, by the first question of the page. */
export function summarizeDisagreement(data: StudyData): RankedDisagreement {
  const study = studyByRules(data);
  const [first] = ratedQuestions(study, askedCriteria(study));
  const measured = first === undefined ? NOTHING : first.rated;
  const disagreement = disagreementOf(measured, study.cases);
  const ranked = casesOf(disagreement).sort(compareDisputed);
  return { ...disagreement, positions: Int32Array.from(ranked, ({ position }) => position) };
}

const NOTHING = {
  unit: new Int32Array(0),
  case: new Int32Array(0),
  answer: new Int32Array(0),
};

export function disagreementOf(
  { unit, answer, ...rated }: Pick<RatedUnits, 'unit' | 'case' | 'answer'>,
  cases: number,
): Disagreement {
  const pairs = new Float64Array(cases);
  const apart = new Float64Array(cases);
  const answers = new Int32Array(cases);
  for (let from = 0, to = 0; from < unit.length; from = to) {
    to = endOfUnit(unit, from);
    const position = rated.case[from] ?? 0;
    const size = to - from;
    const own = pairCount(size);
    pairs[position] = (pairs[position] ?? 0) + own;
    apart[position] = (apart[position] ?? 0) + own - alikePairs(answer, from, to);
    answers[position] = (answers[position] ?? 0) + size;
  }
  return { share: apart.map((count, position) => count / (pairs[position] ?? 0)), answers };
}

/** Pairs of equal answers. */
function alikePairs(answers: Int32Array, from: number, to: number): number {
  if (to - from < 2) return 0;
  // Nearly all units have two answers.
  if (to - from === 2) return answers[from] === answers[from + 1] ? 1 : 0;
  const sorted = answers.slice(from, to).sort();
  let pairs = 0;
  let run = 0;
  for (let i = 1; i < sorted.length; i += 1) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}
