import type { Queryable } from './database.ts';
import { type Row, statement } from './statement.ts';

const LIST_STUDY_ANNOTATORS = statement(
  `SELECT annotator_id AS id, judgement_changes FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2 AND judgement_changes > 0
   ORDER BY annotator_id`,
  { id: 'text', judgement_changes: 'integer' },
);

/** Somebody who judged, and how often they made, changed or withdrew a judgement. */
export type StudyAnnotator = Row<typeof LIST_STUDY_ANNOTATORS>;

/**
 * Everybody who ever judged. The sum of their changes is the version of all judgements: each change
 * adds one in its own transaction and nothing takes any away, so two states never share it. It
 * stands with the annotator, whose row every judgement of theirs holds anyway: nobody waits for
 * anybody else's.
 */
export async function listStudyAnnotators(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly StudyAnnotator[]> {
  return db.query(LIST_STUDY_ANNOTATORS, [workspaceId, evaluationId]);
}

/** `CROSS JOIN` is the one join that SQLite runs as written: it would begin with all judgements. */
const LIST_STUDY_ROWS = statement(
  `SELECT s.position, t.first_variant, t.second_variant, j.annotator_id, j.outcome, j.winner,
     j.side, j.score, j.answers, j.time_taken_ms, j.judged_at
   FROM scenarios s CROSS JOIN tasks t CROSS JOIN judgements j
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4
     AND t.workspace_id = s.workspace_id AND t.scenario_id = s.id
     AND j.workspace_id = t.workspace_id AND j.task_id = t.id AND j.counts = 1`,
  {
    position: 'integer',
    first_variant: 'integer?',
    second_variant: 'integer?',
    annotator_id: 'text',
    outcome: 'text?',
    winner: 'integer?',
    side: 'integer?',
    score: 'text?',
    answers: 'text',
    time_taken_ms: 'integer?',
    judged_at: 'integer',
  },
);

/** A judgement that counts, with the variants it is about; none for the scenario as a whole. */
export type StudyRow = Row<typeof LIST_STUDY_ROWS>;

export interface StudyRange {
  readonly evaluationId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** The judgements of scenarios that follow each other, in no order. */
export async function listStudyRows(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition }: StudyRange,
): Promise<readonly StudyRow[]> {
  return db.query(LIST_STUDY_ROWS, [workspaceId, evaluationId, firstPosition, lastPosition]);
}
