import type { AnnotatorMark } from '../../contract/results/results.ts';
import { drifting } from '../../statistics/annotators/drifting.ts';
import { lowAgreement } from '../../statistics/annotators/low-agreement.ts';
import { oneSided } from '../../statistics/annotators/one-sided.ts';
import { sameAnswer } from '../../statistics/annotators/same-answer.ts';
import { tooFast } from '../../statistics/annotators/too-fast.ts';
import type { Nearness } from '../../statistics/annotators/unit-nearness.ts';
import { commonAnswers } from './answer-runs.ts';
import { type TimedAnswers, widthOf } from './answer-sequences.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts } from './columns.ts';
import type { RatedQuestion } from './rated-questions.ts';
import { readingTimes } from './reading-times.ts';
import { rowsByNumber } from './rows-by-number.ts';
import { type MarkNumbers, markSentence } from './sentences/mark-sentences.ts';
import { sideCounts } from './side-counts.ts';
import type { StudyAnswers } from './study-answers.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** Marks by annotator number; most annotators have none. */
export type AnnotatorMarks = readonly (readonly AnnotatorMark[])[];

/** The annotators whose judgements need a look, and why; `study` must be without exclusions. */
export function annotatorMarks(
  study: CleanStudy,
  { asked, rated, timed }: StudyAnswers,
): AnnotatorMarks {
  const marks: AnnotatorMark[][] = study.annotators.map(() => []);
  for (const [annotator, mark] of [
    ...sideMarks(study),
    ...timeMarks(study),
    ...answerMarks(study, asked),
    ...agreementMarks(study, rated[0], asked),
    ...driftMarks(study, timed),
  ]) {
    marks[annotator]?.push({ ...mark, sentence: markSentence(mark) });
  }
  return marks;
}

type Marked = readonly [annotator: number, mark: MarkNumbers];

const PLAIN = { about: null, criterion: null, value: null, compared_with: null, p_value: null };

function sideMarks(study: CleanStudy): readonly Marked[] {
  return oneSided(sideCounts(study)).flatMap((found, annotator): Marked[] => {
    if (found === null) return [];
    const { side, count, of, pValue } = found;
    return [[annotator, { ...PLAIN, kind: 'one_sided', about: side, count, of, p_value: pValue }]];
  });
}

function timeMarks(study: CleanStudy): readonly Marked[] {
  return readingTimes(study).flatMap((times, annotator): Marked[] => {
    const found = tooFast(times);
    if (found === null) return [];
    const { count, of, seconds: value, needed: compared_with } = found;
    return [[annotator, { ...PLAIN, kind: 'too_fast', count, of, value, compared_with }]];
  });
}

function answerMarks(study: CleanStudy, asked: readonly AskedCriterion[]): readonly Marked[] {
  const common = commonAnswers(study, asked);
  return sameAnswer(common.map(({ run }) => run)).flatMap((found, i): Marked[] => {
    const answer = common[i];
    if (found === null || answer === undefined) return [];
    const { annotator, about, criterion, value } = answer;
    const { of, pValue: p_value } = found;
    const mark = { ...PLAIN, about, criterion, value, count: of, of, p_value };
    return [[annotator, { ...mark, kind: 'same_score' }]];
  });
}

/** On the question that decides which cases are disputed. */
function agreementMarks(
  study: CleanStudy,
  question: RatedQuestion | undefined,
  asked: readonly AskedCriterion[],
): readonly Marked[] {
  if (question === undefined) return [];
  const nearness = nearnessOf(question, asked);
  const found = lowAgreement({ ...question.rated, annotators: study.annotators.length, nearness });
  return found.flatMap((low, annotator): Marked[] => {
    if (low === null) return [];
    // On a scale, agreement is shown as a distance: root mean square, in steps.
    const shown = (agreement: number): number =>
      nearness.kind === 'equal' ? agreement : nearness.width * Math.sqrt(1 - agreement);
    const mark: MarkNumbers = {
      kind: 'low_agreement',
      about: nearness.kind === 'equal' ? null : 'score',
      criterion: question.criterion,
      count: low.of,
      of: low.of,
      value: shown(low.agreement),
      compared_with: shown(low.others),
      p_value: low.pValue,
    };
    return [[annotator, mark]];
  });
}

function nearnessOf(
  { metric, criterion, rated }: RatedQuestion,
  asked: readonly AskedCriterion[],
): Nearness {
  const scored = asked.find((one) => one.criterion.name === criterion);
  return metric === 'nominal' || scored === undefined
    ? { kind: 'equal', categories: rated.categories.length }
    : { kind: 'distance', values: rated.categories, width: widthOf(scored) };
}

function driftMarks(study: CleanStudy, timed: readonly TimedAnswers[]): readonly Marked[] {
  const sequences = timed.flatMap((answers) => ownSequences(study, answers));
  return drifting(sequences).flatMap((found, s): Marked[] => {
    const sequence = sequences[s];
    if (found === null || sequence === undefined) return [];
    const mark: MarkNumbers = {
      kind: 'drift',
      about: sequence.about,
      criterion: sequence.criterion,
      count: found.of,
      of: found.of,
      value: found.late,
      compared_with: found.early,
      p_value: found.pValue,
    };
    return [[sequence.own, mark]];
  });
}

function ownSequences({ annotators }: CleanStudy, answers: TimedAnswers) {
  const rowsOf = rowsByNumber([answers.annotator], annotators.length);
  return annotators.map((_, own) => {
    const rows = rowsOf(own);
    return {
      own,
      about: answers.about,
      criterion: answers.criterion,
      width: answers.width,
      case: pickInts(answers.case, rows),
      order: pickDoubles(answers.order, rows),
      value: pickDoubles(answers.value, rows),
    };
  });
}
