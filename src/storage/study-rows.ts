import type { ScenarioInput } from '../contract/scenarios.ts';
import { findRow, type Queryable } from './database.ts';
import { type EngineKind, type Row, statement } from './statement.ts';

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

/**
 * A judgement as one line: numbers, −1 for those it has not, then the overall score and the answers
 * to criteria as they are stored, which hold no line break. The database writes a hundred thousand
 * of them in the time in which a driver makes ten thousand rows.
 */
const LINE = `concat_ws(' ', s.position, COALESCE(t.first_variant, -1),
  COALESCE(t.second_variant, -1), j.annotator_id,
  CASE j.outcome WHEN 'slot' THEN 0 WHEN 'tie' THEN 1 WHEN 'both_bad' THEN 2 ELSE -1 END,
  COALESCE(j.winner, -1), COALESCE(j.side, -1), COALESCE(j.time_taken_ms, -1), j.judged_at,
  COALESCE(j.score, ''), CASE j.answers WHEN '[]' THEN '' ELSE j.answers END)`;

interface WrittenJoin {
  readonly table: string;
  readonly alias: string;
  readonly on: string;
}

/**
 * Joins that run in the order in which they are written, each row finding its own through an index:
 * left to themselves, both engines begin with all judgements where they have no statistics yet, and
 * PostgreSQL then walks through all scenarios for each of them. In SQLite `CROSS JOIN` keeps the
 * order; in PostgreSQL a lateral query that is not flattened, which `OFFSET 0` prevents.
 */
function inWrittenOrder(
  select: string,
  { from, where, joins }: { from: string; where: string; joins: readonly WrittenJoin[] },
): Readonly<Record<EngineKind, string>> {
  const crossed = joins.map(({ table, alias }) => `CROSS JOIN ${table} ${alias}`);
  const lateral = joins.map(
    ({ table, alias, on }) =>
      `CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${on} OFFSET 0) ${alias}`,
  );
  const conditions = [where, ...joins.map(({ on }) => on)];
  return {
    sqlite: `${select} FROM ${from} ${crossed.join(' ')} WHERE ${conditions.join(' AND ')}`,
    postgres: `${select} FROM ${from} ${lateral.join(' ')} WHERE ${where}`,
  };
}

const IN_RANGE = 's.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4';

const WRITE_STUDY_LINES = statement(
  inWrittenOrder(`SELECT string_agg(${LINE}, '\n') AS lines`, {
    from: 'scenarios s',
    // Inside the join it would speak for the index of those that count, which knows no tasks.
    where: `${IN_RANGE} AND j.counts = 1`,
    joins: [
      {
        table: 'tasks',
        alias: 't',
        on: 't.workspace_id = s.workspace_id AND t.scenario_id = s.id',
      },
      {
        table: 'judgements',
        alias: 'j',
        on: 'j.workspace_id = t.workspace_id AND j.task_id = t.id',
      },
    ],
  }),
  { lines: 'text?' },
);

export interface StudyRange {
  readonly evaluationId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** The judgements that count of scenarios that follow each other, in no order, a line for each. */
export async function writeStudyLines(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition }: StudyRange,
): Promise<string> {
  const range = [workspaceId, evaluationId, firstPosition, lastPosition];
  const row = await findRow(db, WRITE_STUDY_LINES, range);
  return row?.lines ?? '';
}

const WRITE_ANNOTATOR_LINES = statement(
  inWrittenOrder(`SELECT string_agg(${LINE}, '\n') AS lines`, {
    from: 'judgements j',
    where: `j.workspace_id = $1 AND j.evaluation_id = $2 AND j.annotator_id = $3
      AND j.counts = 1`,
    joins: [
      { table: 'tasks', alias: 't', on: 't.workspace_id = j.workspace_id AND t.id = j.task_id' },
      {
        table: 'scenarios',
        alias: 's',
        on: 's.workspace_id = t.workspace_id AND s.id = t.scenario_id',
      },
    ],
  }),
  { lines: 'text?' },
);

/** The same for all judgements of one annotator. */
export async function writeAnnotatorLines(
  db: Queryable,
  workspaceId: string,
  { evaluationId, annotatorId }: { readonly evaluationId: string; readonly annotatorId: string },
): Promise<string> {
  const row = await findRow(db, WRITE_ANNOTATOR_LINES, [workspaceId, evaluationId, annotatorId]);
  return row?.lines ?? '';
}

/** Sizes in bytes, which both engines know without reading the texts. */
const WRITE_OUTPUT_SIZES = statement(
  inWrittenOrder(
    `SELECT string_agg(concat(s.position, ' ', o.variant_position, ' ', octet_length(o.output),
       ' '), '') AS sizes`,
    {
      from: 'scenarios s',
      where: `${IN_RANGE} AND s.judgement_count > 0`,
      joins: [
        {
          table: 'scenario_outputs',
          alias: 'o',
          on: 'o.workspace_id = s.workspace_id AND o.scenario_id = s.id',
        },
      ],
    },
  ),
  { sizes: 'text?' },
);

/** Position, variant and size of each output of judged scenarios, a space after each number. */
export async function writeOutputSizes(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition }: StudyRange,
): Promise<string> {
  const range = [workspaceId, evaluationId, firstPosition, lastPosition];
  const row = await findRow(db, WRITE_OUTPUT_SIZES, range);
  return row?.sizes ?? '';
}

const LIST_INPUTS = statement(
  `SELECT position, inputs FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
     AND judgement_count > 0`,
  { position: 'integer', inputs: 'text' },
);

export interface PositionedInputs {
  readonly position: number;
  readonly inputs: readonly ScenarioInput[];
}

/** What the judged scenarios were made from. */
export async function listJudgedInputs(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition }: StudyRange,
): Promise<readonly PositionedInputs[]> {
  const range = [workspaceId, evaluationId, firstPosition, lastPosition];
  const rows = await db.query(LIST_INPUTS, range);
  return rows.map(({ position, inputs }) => ({ position, inputs: JSON.parse(inputs) }));
}
