import type { CriterionAnswer } from '../../domain/judging/criterion-answers.ts';
import type { JudgementContent } from '../../domain/judging/judgement-content.ts';
import type { Queryable } from '../database.ts';
import { listed } from '../listed.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { type Row, statement } from '../statement.ts';

/** The content of one version of a judgement. */
export interface JudgementVersion extends JudgementContent {
  readonly version: number;
  readonly isWithdrawn: boolean;
  readonly namedBy: 'slot' | 'variant';
  readonly guidelinesVersion: number;
  readonly judgedAt: number;
}

/** A judgement with its author and the task it was made on. */
export interface ListedJudgement extends JudgementVersion, AgeKey {
  readonly scenarioId: string;
  readonly position: number;
  readonly taskId: string;
  /** Null for the scenario as a whole. */
  readonly firstVariant: number | null;
  readonly secondVariant: number | null;
  /** 0 where the first variant was shown left, 1 where the second was; null where it is not known. */
  readonly side: number | null;
  readonly annotator: {
    readonly id: string;
    readonly name: string;
    readonly kind: 'member' | 'guest';
  };
}

const JUDGEMENT = `j.id, j.scenario_id, s.position, j.task_id, t.first_variant, t.second_variant,
  j.side, j.annotator_id, u.username, g.name AS guest_name, j.version, j.counts, j.outcome, j.winner,
  j.named_by, j.score, j.answers, j.note, j.time_taken_ms, j.guidelines_version, j.created_at,
  j.judged_at`;

const JUDGEMENT_COLUMNS = {
  id: 'text',
  scenarioId: 'text',
  position: 'integer',
  taskId: 'text',
  firstVariant: 'integer?',
  secondVariant: 'integer?',
  side: 'integer?',
  annotatorId: 'text',
  username: 'text?',
  guestName: 'text?',
  version: 'integer',
  counts: 'integer',
  outcome: 'text?',
  winner: 'integer?',
  namedBy: 'text',
  score: 'text?',
  answers: 'text',
  note: 'text',
  timeTakenMs: 'integer?',
  guidelinesVersion: 'integer',
  createdAt: 'integer',
  judgedAt: 'integer',
} as const;

/** The people, the task and the scenario of a judgement `j`. */
const JOIN_PARTS = `
   JOIN tasks t ON t.workspace_id = j.workspace_id AND t.id = j.task_id
   JOIN scenarios s ON s.workspace_id = j.workspace_id AND s.id = j.scenario_id
   LEFT JOIN users u ON u.id = j.annotator_id
   LEFT JOIN guests g ON g.id = j.annotator_id`;

/** A statement for each choice of filters, so that each can use the index that fits it. */
const LIST = (filter: string) =>
  statement(
    `SELECT ${JUDGEMENT}
     FROM (
       SELECT p.* FROM judgements p
       WHERE p.workspace_id = $1 AND p.evaluation_id = $2 AND ${isAfter('p', 3)} ${filter}
       ORDER BY p.created_at, p.id LIMIT $5
     ) j
     ${JOIN_PARTS}
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

/** Judgements of an evaluation, oldest first, with those that were withdrawn. */
export async function listJudgements(
  db: Queryable,
  workspaceId: string,
  { evaluationId, scenarioId, annotatorId, page }: JudgementFilter,
): Promise<readonly ListedJudgement[]> {
  const byAnnotator = annotatorId === undefined ? LISTS.all : LISTS.annotator;
  const byScenario = annotatorId === undefined ? LISTS.scenario : LISTS.both;
  const rows = await db.query(scenarioId === undefined ? byAnnotator : byScenario, [
    workspaceId,
    evaluationId,
    ...pageParameters(page),
    ...[scenarioId, annotatorId].filter((id) => id !== undefined),
  ]);
  return rows.map(toJudgement);
}

const LIST_VERSIONS = statement(
  listed(
    { column: 'v.judgement_id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT v.judgement_id, v.version, v.content, v.created_at
     FROM judgement_versions v
     WHERE v.workspace_id = $1 AND ${isListed}
     ORDER BY v.judgement_id, v.version`,
  ),
  { judgementId: 'text', version: 'integer', content: 'text', createdAt: 'integer' },
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
  const content: VersionContent = JSON.parse(row.content);
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

function toJudgement(row: Row<typeof LISTS.all>): ListedJudgement {
  return {
    id: row.id,
    scenarioId: row.scenarioId,
    position: row.position,
    taskId: row.taskId,
    firstVariant: row.firstVariant,
    secondVariant: row.secondVariant,
    side: row.side,
    annotator: {
      id: row.annotatorId,
      name: row.guestName ?? row.username ?? '',
      kind: row.guestName === null ? 'member' : 'guest',
    },
    version: row.version,
    isWithdrawn: row.counts === 0,
    outcome: row.outcome as JudgementContent['outcome'], // Only these are ever written.
    winner: row.winner,
    namedBy: row.namedBy === 'variant' ? 'variant' : 'slot',
    score: row.score === null ? null : Number(row.score),
    answers: JSON.parse(row.answers),
    note: row.note,
    timeTakenMs: row.timeTakenMs,
    guidelinesVersion: row.guidelinesVersion,
    createdAt: row.createdAt,
    judgedAt: row.judgedAt,
  };
}
