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
import type { StudyRow } from '../../storage/study-rows.ts';

/** What rows are read by. */
export interface StudyQuestions {
  /** The place of the overall score among the criteria; undefined where outputs are compared. */
  readonly overallScore: number | undefined;
  /** Criteria that are answered for each output, by the name they are answered under. */
  readonly criteria: ReadonlyMap<string, { readonly index: number; readonly asked: FullCriterion }>;
  readonly annotators: ReadonlyMap<string, number>;
}

/** Judgements as they are stored, turned into the columns of a study one after the other. */
export class StudyColumns {
  readonly #questions: StudyQuestions;
  readonly #votes = { ...judgedColumns(), left: column(), right: column(), outcome: column() };
  readonly #choices = { ...judgedColumns(), chosen: column() };
  readonly #scores = {
    ...judgedColumns(),
    variant: column(),
    criterion: column(),
    value: column(),
  };

  constructor(questions: StudyQuestions) {
    this.#questions = questions;
  }

  add(row: StudyRow): void {
    const annotator = this.#questions.annotators.get(row.annotator_id);
    // They came after the version that is being read.
    if (annotator === undefined) return;
    if (row.outcome !== null) this.#addOutcome(row, annotator);
    const { overallScore } = this.#questions;
    if (row.score !== null && row.first_variant !== null && overallScore !== undefined) {
      const score = { variant: row.first_variant, criterion: overallScore };
      this.#addScore(row, annotator, { ...score, value: Number(row.score) });
    }
    if (row.answers !== NO_ANSWERS) this.#addAnswers(row, annotator);
  }

  finish(): Pick<StudyData, 'votes' | 'choices' | 'scores'> {
    const votes = this.#votes;
    const choices = this.#choices;
    const scores = this.#scores;
    return {
      votes: {
        ...finishJudged(votes),
        left: new Int32Array(votes.left),
        right: new Int32Array(votes.right),
        outcome: new Uint8Array(votes.outcome),
        // The queue hands out every pair of a scenario as readily as the others.
        probability: new Float64Array(votes.case.length).fill(Number.NaN),
      },
      choices: { ...finishJudged(choices), chosen: new Int32Array(choices.chosen) },
      scores: {
        ...finishJudged(scores),
        variant: new Int32Array(scores.variant),
        criterion: new Int32Array(scores.criterion),
        value: new Float64Array(scores.value),
      },
    };
  }

  /**
   * What was voted through the original's routes is a choice among all variants: nobody knows on
   * which side they stood.
   */
  #addOutcome(row: StudyRow, annotator: number): void {
    const { first_variant: first, second_variant: second, side } = row;
    if (first === null || second === null || side === null) {
      addJudged(this.#choices, row, annotator);
      this.#choices.chosen.push(row.winner ?? (row.outcome === 'tie' ? ALL_GOOD : ALL_BAD));
      return;
    }
    const left = side === 0 ? first : second;
    addJudged(this.#votes, row, annotator);
    this.#votes.left.push(left);
    this.#votes.right.push(side === 0 ? second : first);
    this.#votes.outcome.push(outcomeOf(row, left));
  }

  #addAnswers(row: StudyRow, annotator: number): void {
    const answers: readonly CriterionAnswer[] = JSON.parse(row.answers);
    for (const { criterion: name, variant, value } of answers) {
      const found = this.#questions.criteria.get(name);
      if (found === undefined || variant === null) continue;
      const score = { variant, criterion: found.index, value: codeAnswer(found.asked, value) };
      this.#addScore(row, annotator, score);
    }
  }

  #addScore(
    row: StudyRow,
    annotator: number,
    { variant, criterion, value }: { variant: number; criterion: number; value: number },
  ): void {
    addJudged(this.#scores, row, annotator);
    this.#scores.variant.push(variant);
    this.#scores.criterion.push(criterion);
    this.#scores.value.push(value);
  }
}

const NO_ANSWERS = '[]';

function outcomeOf({ outcome, winner }: StudyRow, left: number): number {
  if (outcome === 'tie') return TIE;
  if (outcome === 'both_bad') return BOTH_BAD;
  return winner === left ? LEFT_BETTER : RIGHT_BETTER;
}

type JudgedColumns = Readonly<Record<keyof Judged, number[]>>;

function judgedColumns(): JudgedColumns {
  return { case: column(), annotator: column(), completedAtMs: column(), takenMs: column() };
}

function column(): number[] {
  return [];
}

function addJudged(columns: JudgedColumns, row: StudyRow, annotator: number): void {
  columns.case.push(row.position);
  columns.annotator.push(annotator);
  columns.completedAtMs.push(row.judged_at);
  columns.takenMs.push(row.time_taken_ms ?? Number.NaN);
}

function finishJudged(columns: JudgedColumns): Judged {
  return {
    case: new Int32Array(columns.case),
    annotator: new Int32Array(columns.annotator),
    completedAtMs: new Float64Array(columns.completedAtMs),
    takenMs: new Float64Array(columns.takenMs),
  };
}
