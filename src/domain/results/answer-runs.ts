import type { AnswerRun } from '../../statistics/annotators/same-answer.ts';
import type { CleanStudy } from './clean-study.ts';
import { joinInts } from './columns.ts';
import { ALL_BAD, BOTH_BAD, TIE } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** The answer that an annotator gave most, and how often the others gave it. */
export interface CommonAnswer {
  readonly annotator: number;
  readonly about: 'tie' | 'both_bad' | 'score';
  readonly criterion: string | null;
  /** The score; null for a verdict. */
  readonly value: number | null;
  readonly run: AnswerRun;
}

/**
 * Verdicts that name a variant are no sign, because sides were hidden: a better variant wins. A tie or
 * both bad in every comparison is one, as is one score for every output.
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
  const answer = [
    ...Array.from(votes.outcome, (outcome) => (outcome < TIE ? DECISIVE : outcome)),
    ...Array.from(choices.chosen, (chosen) =>
      chosen >= 0 ? DECISIVE : chosen === ALL_BAD ? BOTH_BAD : TIE,
    ),
  ];
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

/** Only annotators who gave one answer throughout; the first answer is then the common one. */
function commonOf({ case: cases, annotator, answer }: Answers): readonly Common[] {
  const people = new Map<
    number,
    { answer: number; same: number; of: number; cases: Set<number> }
  >();
  const counts = new Map<number, number>();
  for (let row = 0; row < answer.length; row += 1) {
    const own = answer[row] ?? 0;
    counts.set(own, (counts.get(own) ?? 0) + 1);
    const a = annotator[row] ?? 0;
    const person = people.get(a) ?? { answer: own, same: 0, of: 0, cases: new Set() };
    people.set(a, person);
    person.of += 1;
    if (person.answer !== own) continue;
    person.same += 1;
    person.cases.add(cases[row] ?? 0);
  }
  return [...people]
    .filter(([, { same, of }]) => same === of)
    .map(([a, person]) => ({
      annotator: a,
      answer: person.answer,
      run: {
        same: person.same,
        of: person.of,
        cases: person.cases.size,
        othersSame: (counts.get(person.answer) ?? 0) - person.same,
        others: answer.length - person.of,
      },
    }));
}
