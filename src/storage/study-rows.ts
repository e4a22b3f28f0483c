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

const HAS_JUDGEMENTS = statement(
  'SELECT 1 AS found FROM evaluation_annotators WHERE judgement_changes > 0 LIMIT 1',
  { found: 'integer' },
);

/** Whether anybody ever judged anything. */
export async function hasJudgements(db: Queryable): Promise<boolean> {
  return (await findRow(db, HAS_JUDGEMENTS, [])) !== undefined;
}

export interface StudyRange {
  readonly evaluationId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/**
 * A judgement as one line: numbers, −1 for those it has not, then the overall score and the answers
 * to criteria as they are stored, which hold no line break. The database writes a hundred thousand
 * of them in the time in which a driver makes ten thousand rows.
 */
const line = (answers: string): string => `concat_ws(' ', position, COALESCE(first_variant, -1),
  COALESCE(second_variant, -1),
  CASE outcome WHEN 'slot' THEN 0 WHEN 'tie' THEN 1 WHEN 'both_bad' THEN 2 ELSE -1 END,
  COALESCE(winner, -1), COALESCE(side, -1), COALESCE(time_taken_ms, -1), judged_at,
  COALESCE(score, ''), ${answers})`;

const linesOf = (answers: string): string => `SELECT string_agg(${line(answers)}, '\n') AS lines
  FROM judgements WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3
    AND position BETWEEN $4 AND $5 AND counts = 1`;

const WRITE_LINES = {
  /** Found in `judgements_of_study` alone. */
  outcomes: statement(linesOf("''"), { lines: 'text?' }, 'each time'),
  answers: statement(
    linesOf("CASE answers WHEN '[]' THEN '' ELSE answers END"),
    { lines: 'text?' },
    'each time',
  ),
} as const;

export interface AnnotatorRange extends StudyRange {
  readonly annotatorId: string;
  /** Answers to criteria take as long to read as all the rest. */
  readonly upTo: keyof typeof WRITE_LINES;
}

/** One annotator's judgements that count of scenarios that follow each other, a line for each. */
export async function writeStudyLines(
  db: Queryable,
  workspaceId: string,
  { evaluationId, annotatorId, firstPosition, lastPosition, upTo }: AnnotatorRange,
): Promise<string> {
  const range = [workspaceId, evaluationId, annotatorId, firstPosition, lastPosition];
  const row = await findRow(db, WRITE_LINES[upTo], range);
  return row?.lines ?? '';
}

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
  'each time',
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
