import type { Decision, IssueKind, IssueState } from '../../contract/results/issues.ts';
import { findRow, type Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { type Row, statement, word } from '../statement.ts';
import { asWord, workspaceWriter } from '../writers.ts';

const AUTHOR = `COALESCE(g.name, u.username, '') AS author_name,
     CASE WHEN g.id IS NULL THEN 'member' ELSE 'guest' END AS author_kind`;

const JOIN_AUTHOR = `LEFT JOIN users u ON u.id = x.annotator_id
   LEFT JOIN guests g ON g.id = x.annotator_id`;

/** Filtered in the statement: cut before, a list would hide open issues behind decided ones. */
const isInState = (kind: IssueKind, subject: string) =>
  `COALESCE((SELECT d.decision FROM issue_decisions d WHERE d.workspace_id = $1
       AND d.evaluation_id = $2 AND d.kind = '${kind}' AND d.subject = ${subject}), 'open') = $3`;

const REMARK = {
  id: 'text',
  scenarioId: 'text',
  position: 'integer',
  authorId: 'text',
  authorName: 'text',
  authorKind: word<'member' | 'guest'>,
  text: 'text',
  createdAt: 'integer',
} as const;

const REMARKS = {
  /** What annotators flagged, with their reasons. */
  flag: statement(
    `SELECT x.id, x.scenario_id, s.position, x.annotator_id AS author_id, ${AUTHOR}, x.flag AS text,
       x.created_at
     FROM assignments x
     JOIN scenarios s ON s.workspace_id = x.workspace_id AND s.id = x.scenario_id
     ${JOIN_AUTHOR}
     WHERE x.workspace_id = $1 AND x.evaluation_id = $2 AND x.flag IS NOT NULL
       AND ${isInState('flag', 'CAST(x.id AS text)')}
     ORDER BY x.id DESC LIMIT $4`,
    REMARK,
  ),
  /** Notes that annotators added to their judgements. */
  note: statement(
    `SELECT x.id, x.scenario_id, s.position, x.annotator_id AS author_id, ${AUTHOR}, x.note AS text,
       x.created_at
     FROM judgements x
     JOIN scenarios s ON s.workspace_id = x.workspace_id AND s.id = x.scenario_id
     ${JOIN_AUTHOR}
     WHERE x.workspace_id = $1 AND x.evaluation_id = $2 AND x.note <> ''
       AND ${isInState('note', 'CAST(x.id AS text)')}
     ORDER BY x.created_at DESC, x.id DESC LIMIT $4`,
    REMARK,
  ),
} as const;

/** A flag or note of an annotator on a scenario. */
export type Remark = Row<(typeof REMARKS)['flag']>;

/** The first issues of an evaluation in one state. */
export interface IssuePage {
  readonly evaluationId: string;
  readonly state: IssueState;
  readonly limit: number;
}

export async function listRemarks(
  db: Queryable,
  workspaceId: string,
  { kind, evaluationId, state, limit }: IssuePage & { readonly kind: keyof typeof REMARKS },
): Promise<readonly Remark[]> {
  return db.query(REMARKS[kind], [workspaceId, evaluationId, state, limit]);
}

const LIST_FAILED_OUTPUTS = statement(
  `SELECT x.scenario_id, x.position, ev.variant_id, x.error_message AS text, x.updated_at
   FROM generation_cells x
   JOIN evaluation_variants ev ON ev.workspace_id = x.workspace_id
     AND ev.evaluation_id = x.evaluation_id AND ev.position = x.variant_position
   WHERE x.workspace_id = $1 AND x.evaluation_id = $2 AND x.status = 'failed'
     AND ${isInState('failed_output', "CAST(x.scenario_id AS text) || '.' || CAST(ev.variant_id AS text)")}
   ORDER BY x.position, x.variant_position LIMIT $4`,
  {
    scenarioId: 'text',
    position: 'integer',
    variantId: 'text',
    text: 'text?',
    updatedAt: 'integer',
  },
);

/** Outputs that could not be generated, with the reason. */
export async function listFailedOutputs(
  db: Queryable,
  workspaceId: string,
  { evaluationId, state, limit }: IssuePage,
): Promise<readonly Row<typeof LIST_FAILED_OUTPUTS>[]> {
  return db.query(LIST_FAILED_OUTPUTS, [workspaceId, evaluationId, state, limit]);
}

const LIST_POSITIONS = statement(
  inList(
    { column: 's.id', parameter: '$3', type: 'uuid' },
    (isListed) => `SELECT s.id, s.position FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND ${isListed}`,
  ),
  { id: 'text', position: 'integer' },
);

/** The positions of scenarios, by id. */
export async function listPositions(
  db: Queryable,
  workspaceId: string,
  { evaluationId, scenarioIds }: { evaluationId: string; scenarioIds: readonly string[] },
): Promise<readonly Row<typeof LIST_POSITIONS>[]> {
  return db.query(LIST_POSITIONS, [workspaceId, evaluationId, JSON.stringify(scenarioIds)]);
}

const LIST_DECISIONS = statement(
  `SELECT kind, subject, decision, decided_by, decided_at FROM issue_decisions
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  {
    kind: word<IssueKind>,
    subject: 'text',
    decision: word<Decision>,
    decidedBy: 'text',
    decidedAt: 'integer',
  },
);

export type IssueDecision = Row<typeof LIST_DECISIONS>;

export async function listDecisions(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly IssueDecision[]> {
  return db.query(LIST_DECISIONS, [workspaceId, evaluationId]);
}

export const upsertDecision = workspaceWriter(
  `INSERT INTO issue_decisions (workspace_id, evaluation_id, kind, subject, decision, decided_by,
     decided_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (workspace_id, evaluation_id, kind, subject) DO UPDATE SET
     decision = excluded.decision, decided_by = excluded.decided_by,
     decided_at = excluded.decided_at`,
  {
    evaluationId: 'text',
    kind: asWord<IssueKind>,
    subject: 'text',
    decision: asWord<Decision>,
    decidedBy: 'text',
    decidedAt: 'integer',
  },
);

export const deleteDecision = workspaceWriter(
  `DELETE FROM issue_decisions WHERE workspace_id = $1 AND evaluation_id = $2 AND kind = $3
     AND subject = $4`,
  { evaluationId: 'text', kind: asWord<IssueKind>, subject: 'text' },
);

/** A statement for each kind of issue, which finds its subject by the id inside the issue's id. */
const SUBJECTS = {
  flag: statement(
    `SELECT id FROM assignments WHERE workspace_id = $1 AND evaluation_id = $2 AND id = $3
       AND flag IS NOT NULL`,
    { id: 'text' },
  ),
  note: statement(
    `SELECT id FROM judgements WHERE workspace_id = $1 AND evaluation_id = $2 AND id = $3
       AND note <> ''`,
    { id: 'text' },
  ),
  failed_output: statement(
    `SELECT scenario_id AS id FROM generation_cells
     WHERE workspace_id = $1 AND evaluation_id = $2 AND scenario_id = $3 LIMIT 1`,
    { id: 'text' },
  ),
  disagreement: statement(
    'SELECT id FROM scenarios WHERE workspace_id = $1 AND evaluation_id = $2 AND id = $3',
    { id: 'text' },
  ),
  annotator: statement(
    `SELECT annotator_id AS id FROM evaluation_annotators
     WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
    { id: 'text' },
  ),
} as const;

/** Whether the subject of an issue exists in the evaluation. */
export async function hasSubject(
  db: Queryable,
  workspaceId: string,
  { evaluationId, kind, id }: { evaluationId: string; kind: IssueKind; id: string },
): Promise<boolean> {
  return (await findRow(db, SUBJECTS[kind], [workspaceId, evaluationId, id])) !== undefined;
}
