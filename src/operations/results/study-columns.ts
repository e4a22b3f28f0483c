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
  readonly annotators: ReadonlyMap<string, number>;
}

/** Judgements of one annotator as `writeStudyLines` tells them. */
export interface AnnotatorLines {
  readonly annotatorId: string;
  readonly lines: string;
}

/** Judgements as they were read, and those that were read before. */
export interface WrittenStudy {
  readonly questions: StudyQuestions;
  readonly lines: readonly AnnotatorLines[];
  readonly unchanged: UnchangedRows | undefined;
}

/** All rows of an earlier study but those of some annotators. */
interface UnchangedRows {
  readonly study: StudyData;
  readonly but: readonly string[];
}

export type JudgedStudy = Pick<StudyData, 'votes' | 'choices' | 'scores'>;

/** In memory that threads share: a study is read by several of them and kept for the next. */
export function arrangeStudy({ questions, lines, unchanged }: WrittenStudy): JudgedStudy {
  const columns = new StudyColumns(questions);
  if (unchanged !== undefined) columns.addUnchanged(unchanged);
  for (const own of lines) columns.addLines(own);
  return columns.finish();
}

/** Judgements as they are stored, turned into the columns of a study one after the other. */
class StudyColumns {
  readonly #questions: StudyQuestions;
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

  constructor(questions: StudyQuestions) {
    this.#questions = questions;
  }

  addLines({ annotatorId, lines }: AnnotatorLines): void {
    const annotator = this.#questions.annotators.get(annotatorId);
    if (annotator === undefined) return;
    forEachJudgement(lines, (judgement) => this.#add(judgement, annotator));
  }

  addUnchanged({ study, but }: UnchangedRows): void {
    const { annotators } = this.#questions;
    const changed = new Set(but);
    const places = study.annotators.map((id) => (changed.has(id) ? undefined : annotators.get(id)));
    copyRows(study.votes, this.#votes, places);
    copyRows(study.choices, this.#choices, places);
    copyRows(study.scores, this.#scores, places);
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

  #add(judgement: JudgementLine, annotator: number): void {
    if (judgement.outcome >= 0) this.#addOutcome(judgement, annotator);
    const { overallScore } = this.#questions;
    const { score, answers, firstVariant: variant } = judgement;
    if (score !== '' && variant >= 0 && overallScore !== undefined) {
      const given = { variant, criterion: overallScore, value: Number(score) };
      this.#addScore(judgement, annotator, given);
    }
    if (answers !== '') this.#addAnswers(judgement, annotator);
  }

  /**
   * What was voted through the original's routes is a choice among all variants: nobody knows on
   * which side they stood.
   */
  #addOutcome(judgement: JudgementLine, annotator: number): void {
    const { firstVariant: first, secondVariant: second, side, outcome, winner } = judgement;
    if (first < 0 || second < 0 || side < 0) {
      addJudged(this.#choices, judgement, annotator);
      this.#choices.chosen.push(winner >= 0 ? winner : outcome === TIED ? ALL_GOOD : ALL_BAD);
      return;
    }
    const left = side === 0 ? first : second;
    addJudged(this.#votes, judgement, annotator);
    this.#votes.left.push(left);
    this.#votes.right.push(side === 0 ? second : first);
    this.#votes.outcome.push(outcomeOf(judgement, left));
    // The queue hands out every pair of a scenario as readily as the others.
    this.#votes.probability.push(Number.NaN);
  }

  #addAnswers(judgement: JudgementLine, annotator: number): void {
    const answers: readonly CriterionAnswer[] = JSON.parse(judgement.answers);
    for (const { criterion: name, variant, value } of answers) {
      const found = this.#questions.criteria.get(name);
      if (found === undefined || variant === null) continue;
      const score = { variant, criterion: found.index, value: codeAnswer(found.asked, value) };
      this.#addScore(judgement, annotator, score);
    }
  }

  #addScore(
    judgement: JudgementLine,
    annotator: number,
    { variant, criterion, value }: { variant: number; criterion: number; value: number },
  ): void {
    addJudged(this.#scores, judgement, annotator);
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

/** Rows of annotators who have a place, under its number. */
function copyRows<Name extends string>(
  rows: Readonly<Record<Name | 'annotator', ArrayLike<number>>>,
  columns: Readonly<Record<Name | 'annotator', number[]>>,
  places: readonly (number | undefined)[],
): void {
  const { annotator } = rows;
  const staying: number[] = [];
  for (let row = 0; row < annotator.length; row += 1) {
    const place = places[annotator[row] ?? -1];
    if (place === undefined) continue;
    staying.push(row);
    columns.annotator.push(place);
  }
  // `keys` knows that they are strings, not which.
  for (const name of Object.keys(columns) as Name[]) {
    if (name !== 'annotator') pushRows(columns[name], rows[name], staying);
  }
}

function pushRows(column: number[], values: ArrayLike<number>, rows: readonly number[]): void {
  for (const row of rows) column.push(values[row] ?? Number.NaN);
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
