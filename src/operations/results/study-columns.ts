import type { FullCriterion } from '../../contract/evaluation-settings.ts';
import type { CriterionAnswer } from '../../domain/evaluations/criterion-answers.ts';
import { codeAnswer } from '../../domain/results/answer-codes.ts';
import {
  ALL_BAD,
  ALL_GOOD,
  BOTH_BAD,
  type Judged,
  LEFT_BETTER,
  RIGHT_BETTER,
  type StudyData,
  TIE,
} from '../../domain/results/study-data.ts';
import { forEachJudgement, type JudgementLine } from './judgement-lines.ts';

/** What rows are read by. */
export interface StudyQuestions {
  /** The place of the overall score among the criteria; undefined where outputs are compared. */
  readonly overallScore: number | undefined;
  /** Criteria that are answered for each output, by the name they are answered under. */
  readonly criteria: ReadonlyMap<string, { readonly index: number; readonly asked: FullCriterion }>;
}

/** Judgements of one annotator as `writeStudyLines` tells them. */
export interface AnnotatorLines {
  readonly questions: StudyQuestions;
  readonly annotator: number;
  readonly lines: string;
}

export type JudgedStudy = Pick<StudyData, 'votes' | 'choices' | 'scores'>;

export function columnsOf({ questions, annotator, lines }: AnnotatorLines): JudgedStudy {
  const columns = new StudyColumns(questions, annotator);
  forEachJudgement(lines, (judgement) => columns.add(judgement));
  return columns.finish();
}

/** Judgements of one annotator, turned into the columns of a study one after the other. */
class StudyColumns {
  readonly #questions: StudyQuestions;
  readonly #annotator: number;
  readonly #votes = {
    ...judgedColumns(),
    left: column(),
    right: column(),
    outcome: column(),
    probability: column(),
  };
  readonly #choices = { ...judgedColumns(), chosen: column() };
  readonly #scores = {
    ...judgedColumns(),
    variant: column(),
    criterion: column(),
    value: column(),
  };

  constructor(questions: StudyQuestions, annotator: number) {
    this.#questions = questions;
    this.#annotator = annotator;
  }

  add(judgement: JudgementLine): void {
    if (judgement.outcome >= 0) this.#addOutcome(judgement);
    const { overallScore } = this.#questions;
    const { score, answers, firstVariant: variant } = judgement;
    if (score !== '' && variant >= 0 && overallScore !== undefined) {
      const given = { variant, criterion: overallScore, value: Number(score) };
      this.#addScore(judgement, given);
    }
    if (answers !== '') this.#addAnswers(judgement);
  }

  finish(): JudgedStudy {
    const votes = this.#votes;
    const choices = this.#choices;
    const scores = this.#scores;
    return {
      votes: {
        ...finishJudged(votes),
        left: sharedInts(votes.left),
        right: sharedInts(votes.right),
        outcome: sharedBytes(votes.outcome),
        probability: sharedDoubles(votes.probability),
      },
      choices: { ...finishJudged(choices), chosen: sharedInts(choices.chosen) },
      scores: {
        ...finishJudged(scores),
        variant: sharedInts(scores.variant),
        criterion: sharedInts(scores.criterion),
        value: sharedDoubles(scores.value),
      },
    };
  }

  /**
   * What was voted through the original's routes is a choice among all variants: nobody knows on
   * which side they stood.
   */
  #addOutcome(judgement: JudgementLine): void {
    const { firstVariant: first, secondVariant: second, side, outcome, winner } = judgement;
    if (first < 0 || second < 0 || side < 0) {
      addJudged(this.#choices, judgement, this.#annotator);
      this.#choices.chosen.push(winner >= 0 ? winner : outcome === TIED ? ALL_GOOD : ALL_BAD);
      return;
    }
    const left = side === 0 ? first : second;
    addJudged(this.#votes, judgement, this.#annotator);
    this.#votes.left.push(left);
    this.#votes.right.push(side === 0 ? second : first);
    this.#votes.outcome.push(outcomeOf(judgement, left));
    // The queue hands out every pair of a scenario as readily as the others.
    this.#votes.probability.push(Number.NaN);
  }

  #addAnswers(judgement: JudgementLine): void {
    const answers: readonly CriterionAnswer[] = JSON.parse(judgement.answers);
    for (const { criterion: name, variant, value } of answers) {
      const found = this.#questions.criteria.get(name);
      if (found === undefined || variant === null) continue;
      const score = { variant, criterion: found.index, value: codeAnswer(found.asked, value) };
      this.#addScore(judgement, score);
    }
  }

  #addScore(
    judgement: JudgementLine,
    { variant, criterion, value }: { variant: number; criterion: number; value: number },
  ): void {
    addJudged(this.#scores, judgement, this.#annotator);
    this.#scores.variant.push(variant);
    this.#scores.criterion.push(criterion);
    this.#scores.value.push(value);
  }
}

/** Outcomes as the lines tell them. */
const TIED = 1;
const NEITHER_GOOD = 2;

function outcomeOf({ outcome, winner }: JudgementLine, left: number): number {
  if (outcome === TIED) return TIE;
  if (outcome === NEITHER_GOOD) return BOTH_BAD;
  return winner === left ? LEFT_BETTER : RIGHT_BETTER;
}

type JudgedColumns = Readonly<Record<keyof Judged, number[]>>;

function judgedColumns(): JudgedColumns {
  return { case: column(), annotator: column(), completedAtMs: column(), takenMs: column() };
}

function column(): number[] {
  return [];
}

function addJudged(
  columns: JudgedColumns,
  { position, judgedAt, takenMs }: JudgementLine,
  annotator: number,
): void {
  columns.case.push(position);
  columns.annotator.push(annotator);
  columns.completedAtMs.push(judgedAt);
  columns.takenMs.push(takenMs < 0 ? Number.NaN : takenMs);
}

function finishJudged(columns: JudgedColumns): Judged {
  return {
    case: sharedInts(columns.case),
    annotator: sharedInts(columns.annotator),
    completedAtMs: sharedDoubles(columns.completedAtMs),
    takenMs: sharedDoubles(columns.takenMs),
  };
}

function sharedInts(values: readonly number[]): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(4 * values.length));
  shared.set(values);
  return shared;
}

function sharedBytes(values: readonly number[]): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(values.length));
  shared.set(values);
  return shared;
}

function sharedDoubles(values: readonly number[]): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * values.length));
  shared.set(values);
  return shared;
}
