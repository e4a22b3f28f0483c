import type { JudgementContent } from '../../domain/judging/judgement-content.ts';
import type { Queryable } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { type RowOf, statement, word } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';

/** A judgement as its annotator made it. */
export interface OwnJudgement extends JudgementContent {
  readonly id: string;
  readonly version: number;
  /** False for one that was withdrawn, and for a note without a judgement. */
  readonly counts: boolean;
  /** How the winner was named: by the slot that was shown, or by the variant. */
  readonly namedBy: 'slot' | 'variant';
  readonly guidelinesVersion: number;
  readonly judgedAt: number;
}

/** The columns of a judgement `j`, all null where there is none. */
export const OWN_JUDGEMENT = `j.id AS judgement_id, j.version AS judgement_version, j.counts, j.outcome, j.winner, j.named_by,
  j.score, j.answers, j.note, j.time_taken_ms, j.guidelines_version, j.judged_at`;

export const OWN_JUDGEMENT_COLUMNS = {
  judgementId: 'text?',
  judgementVersion: 'integer?',
  counts: 'integer?',
  outcome: word<JudgementContent['outcome']>,
  winner: 'integer?',
  namedBy: 'text?',
  score: readScore,
  answers: 'text?',
  note: 'text?',
  timeTakenMs: 'integer?',
  guidelinesVersion: 'integer?',
  judgedAt: 'integer?',
} as const;

/** Scores are stored as text, so that no decimal is lost. */
export function readScore(text: string | null): number | null {
  return text === null ? null : Number(text);
}

export function toOwnJudgement(row: RowOf<typeof OWN_JUDGEMENT_COLUMNS>): OwnJudgement | undefined {
  if (row.judgementId === null) return undefined;
  return {
    id: row.judgementId,
    version: row.judgementVersion ?? 0,
    counts: row.counts === 1,
    outcome: row.outcome,
    winner: row.winner,
    namedBy: row.namedBy === 'variant' ? 'variant' : 'slot',
    score: row.score,
    answers: JSON.parse(row.answers ?? '[]'),
    note: row.note ?? '',
    timeTakenMs: row.timeTakenMs,
    guidelinesVersion: row.guidelinesVersion ?? 1,
    judgedAt: row.judgedAt ?? 0,
  };
}

const LIST_OWN_JUDGEMENTS = statement(
  atPlaces(
    (at) => `SELECT s.id AS scenario_id, t.id AS task_id, t.first_variant, ${OWN_JUDGEMENT}
     FROM ${at.from}
     ${at.join} human_evaluations e ON e.workspace_id = s.workspace_id AND e.id = s.evaluation_id
     ${at.join} tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
       AND t.queue_id = e.queue_id
     ${at.join} judgements j ON j.workspace_id = t.workspace_id AND j.task_id = t.id
       AND ${isOfAnnotator('j', '$4')}
     WHERE ${at.where}`,
  ),
  { scenarioId: 'text', taskId: 'text', firstVariant: 'integer?', ...OWN_JUDGEMENT_COLUMNS },
);

/** A judgement of one annotator, with its task. */
export interface JudgementOfTask {
  readonly scenarioId: string;
  readonly taskId: string;
  readonly firstVariant: number | null;
  readonly judgement: OwnJudgement;
}

export interface OwnPlaces extends ScenarioPlaces {
  readonly annotatorId: string;
}

/** One annotator's judgements of scenarios. */
export async function listOwnJudgements(
  db: Queryable,
  workspaceId: string,
  places: OwnPlaces,
): Promise<readonly JudgementOfTask[]> {
  const rows = await db.query(LIST_OWN_JUDGEMENTS, [
    ...placesParameters(workspaceId, places),
    places.annotatorId,
  ]);
  return rows.flatMap((row) => {
    const judgement = toOwnJudgement(row);
    if (judgement === undefined) return [];
    const { scenarioId, taskId, firstVariant } = row;
    return { scenarioId, taskId, firstVariant, judgement };
  });
}
