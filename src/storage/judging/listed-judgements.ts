import type { CriterionAnswer } from '../../domain/judging/criterion-answers.ts';
import type { JudgementContent } from '../../domain/judging/judgement-content.ts';
import type { Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { isOne, json, type Row, type RowOf, statement, word } from '../statement.ts';
import { readScore } from './judgements.ts';

/** The content of one version of a judgement. */
export interface JudgementVersion extends JudgementContent {
  readonly version: number;
  readonly isWithdrawn: boolean;
  readonly namedBy: 'slot' | 'variant';
  readonly guidelinesVersion: number;
  readonly judgedAt: number;
}

const JUDGEMENT = `j.id, j.scenario_id, s.position, j.task_id, t.first_variant, t.second_variant,
  j.side, j.annotator_id, COALESCE(g.name, u.username, '') AS annotator_name,
  CASE WHEN g.id IS NULL THEN 'member' ELSE 'guest' END AS annotator_kind, j.version,
  1 - j.counts AS is_withdrawn, j.outcome, j.winner, j.named_by, j.score, j.answers, j.note, j.time_taken_ms, j.guidelines_version, j.created_at,
  j.judged_at`;

const JUDGEMENT_COLUMNS = {
  id: 'text',
  scenarioId: 'text',
  position: 'integer',
  taskId: 'text',
  /** Null for the scenario as a whole. */
  firstVariant: 'integer?',
  secondVariant: 'integer?',
  /** 0 if the first variant was shown left, 1 if the second was; null if unknown. */
  side: 'integer?',
  annotatorId: 'text',
  annotatorName: 'text',
  annotatorKind: word<'member' | 'guest'>,
  version: 'integer',
  isWithdrawn: isOne,
  outcome: word<JudgementContent['outcome']>,
  winner: 'integer?',
  namedBy: word<'slot' | 'variant'>,
  score: readScore,
  answers: json<readonly CriterionAnswer[]>,
  note: 'text',
  timeTakenMs: 'integer?',
  guidelinesVersion: 'integer',
  createdAt: 'integer',
  judgedAt: 'integer',
} as const;

/** A judgement with its annotator and its task. */
export type ListedJudgement = RowOf<typeof JUDGEMENT_COLUMNS>;

/** The annotator, the task and the scenario of a judgement `j`. */
const JOIN_PARTS = `
   JOIN tasks t ON t.workspace_id = j.workspace_id AND t.id = j.task_id
   JOIN scenarios s ON s.workspace_id = j.workspace_id AND s.id = j.scenario_id
   LEFT JOIN users u ON u.id = j.annotator_id
   LEFT JOIN guests g ON g.id = j.annotator_id`;

/** A statement for each combination of filters, so that each can use the best index. */
const LIST = (filter: string) =>
  statement(
    `SELECT ${JUDGEMENT}
     FROM (
       SELECT p.* FROM judgements p
       WHERE p.workspace_id = $1 AND p.evaluation_id = $2 AND ${isAfter('p', 3)} ${filter}
       ORDER BY p.created_at, p.id LIMIT $5
     ) j
     ${JOIN_PARTS}
     WHERE j.workspace_id = $1
     ORDER BY j.created_at, j.id`,
    JUDGEMENT_COLUMNS,
  );

const OF_SCENARIO = `AND p.task_id IN (SELECT k.id FROM tasks k
         WHERE k.workspace_id = $1 AND k.scenario_id = $6)`;

const LISTS = {
  all: LIST(''),
  annotator: LIST('AND p.annotator_id = $6'),
  scenario: LIST(OF_SCENARIO),
  both: LIST(`${OF_SCENARIO} AND p.annotator_id = $7`),
} as const;

export interface JudgementFilter {
  readonly evaluationId: string;
  readonly scenarioId: string | undefined;
  readonly annotatorId: string | undefined;
  readonly page: Page<AgeKey>;
}

/** Judgements of an evaluation, oldest first, including withdrawn ones. */
export async function listJudgements(
  db: Queryable,
  workspaceId: string,
  { evaluationId, scenarioId, annotatorId, page }: JudgementFilter,
): Promise<readonly ListedJudgement[]> {
  const byAnnotator = annotatorId === undefined ? LISTS.all : LISTS.annotator;
  const byScenario = annotatorId === undefined ? LISTS.scenario : LISTS.both;
  return db.query(scenarioId === undefined ? byAnnotator : byScenario, [
    workspaceId,
    evaluationId,
    ...pageParameters(page),
    ...[scenarioId, annotatorId].filter((id) => id !== undefined),
  ]);
}

const LIST_VERSIONS = statement(
  inList(
    { column: 'v.judgement_id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT v.judgement_id, v.version, v.content, v.created_at
     FROM judgement_versions v
     WHERE v.workspace_id = $1 AND ${isListed}
     ORDER BY v.judgement_id, v.version`,
  ),
  { judgementId: 'text', version: 'integer', content: json<VersionContent>, createdAt: 'integer' },
);

/** All versions of these judgements, oldest first, by the id of the judgement. */
export async function listVersions(
  db: Queryable,
  workspaceId: string,
  judgementIds: readonly string[],
): Promise<ReadonlyMap<string, readonly JudgementVersion[]>> {
  const rows = await db.query(LIST_VERSIONS, [workspaceId, JSON.stringify(judgementIds)]);
  const groups = Map.groupBy(rows, (row) => row.judgementId);
  return new Map([...groups].map(([id, versions]) => [id, versions.map(toVersion)]));
}

/** A version as `judgement-changes.ts` writes it. */
interface VersionContent {
  readonly withdrawn: boolean;
  readonly outcome: JudgementContent['outcome'];
  readonly winner: number | null;
  readonly named_by: 'slot' | 'variant';
  readonly score: number | null;
  readonly answers: readonly CriterionAnswer[];
  readonly note: string;
  readonly time_taken_ms: number | null;
  readonly guidelines_version: number;
}

function toVersion(row: Row<typeof LIST_VERSIONS>): JudgementVersion {
  const { content } = row;
  return {
    version: row.version,
    isWithdrawn: content.withdrawn,
    outcome: content.outcome,
    winner: content.winner,
    namedBy: content.named_by,
    score: content.score,
    answers: content.answers,
    note: content.note,
    timeTakenMs: content.time_taken_ms,
    guidelinesVersion: content.guidelines_version,
    judgedAt: row.createdAt,
  };
}
