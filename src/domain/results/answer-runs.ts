import type { AnswerRun } from '../../statistics/annotators/same-answer.ts';
import type { CleanStudy } from './clean-study.ts';
import { joinInts } from './columns.ts';
import { ALL_BAD, BOTH_BAD, TIE } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** The one answer that an annotator gave throughout, and how often the others gave it. */
export interface CommonAnswer {
  readonly annotator: number;
  readonly about: 'tie' | 'both_bad' | 'score';
  readonly criterion: string | null;
  /** The score; null for a verdict. */
  readonly value: number | null;
  readonly run: AnswerRun;
}

/**
 * The annotators who gave a tie or both bad in every comparison, or one score to every output.
 * Winners do not count as a common answer: identities are hidden, so the better variant may simply
 * win.
 */
export function commonAnswers(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
): readonly CommonAnswer[] {
  if (study.kind === 'comparison') return commonVerdicts(study);
  return asked.flatMap(({ criterion, rows }) =>
    commonOf({ ...rows, answer: rows.value }).map(({ answer, ...found }) => ({
      ...found,
      about: 'score',
      criterion: criterion.name,
      value: answer,
    })),
  );
}

const DECISIVE = -1;

function commonVerdicts({ votes, choices }: CleanStudy): readonly CommonAnswer[] {
  const voted = votes.case.length;
  const answer = new Int32Array(voted + choices.case.length).fill(DECISIVE);
  for (let row = 0; row < answer.length; row += 1) {
    const outcome = votes.outcome[row] ?? 0;
    const chosen = choices.chosen[row - voted] ?? 0;
    if (row < voted && outcome >= TIE) answer[row] = outcome;
    if (row >= voted && chosen < 0) answer[row] = chosen === ALL_BAD ? BOTH_BAD : TIE;
  }
  const rows = {
    case: joinInts(votes.case, choices.case),
    annotator: joinInts(votes.annotator, choices.annotator),
    answer,
  };
  return commonOf(rows)
    .filter((found) => found.answer !== DECISIVE)
    .map(({ answer: own, ...found }) => ({
      ...found,
      about: own === TIE ? 'tie' : 'both_bad',
      criterion: null,
      value: null,
    }));
}

interface Answers {
  readonly case: ArrayLike<number>;
  readonly annotator: ArrayLike<number>;
  readonly answer: ArrayLike<number>;
}

interface Common {
  readonly annotator: number;
  readonly answer: number;
  readonly run: AnswerRun;
}

/** Only annotators who gave one answer throughout. */
function commonOf(answers: Answers): readonly Common[] {
  const { annotator, answer } = answers;
  const only = new Map<number, number>();
  const varied = new Set<number>();
  for (let row = 0; row < answer.length; row += 1) {
    const a = annotator[row] ?? 0;
    if (varied.has(a)) continue;
    const own = answer[row] ?? 0;
    if ((only.get(a) ?? own) !== own) varied.add(a);
    only.set(a, own);
  }
  return [...only]
    .filter(([a]) => !varied.has(a))
    .map(([a, own]) => ({ annotator: a, answer: own, run: runOf(answers, a, own) }));
}

function runOf({ case: cases, annotator, answer }: Answers, a: number, own: number): AnswerRun {
  const met = new Set<number>();
  let of = 0;
  let same = 0;
  for (let row = 0; row < answer.length; row += 1) {
    if (answer[row] === own) same += 1;
    if (annotator[row] !== a) continue;
    of += 1;
    met.add(cases[row] ?? 0);
  }
  return { of, cases: met.size, othersSame: same - of, others: answer.length - of };
}
