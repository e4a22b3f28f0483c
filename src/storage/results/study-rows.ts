import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Queryable } from '../database.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { type EngineKind, type Row, statement } from '../statement.ts';

const LIST_STUDY_ANNOTATORS = statement(
  `SELECT annotator_id AS id, judgement_changes FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2 AND judgement_changes > 0
   ORDER BY annotator_id`,
  { id: 'text', judgementChanges: 'integer' },
);

/** An annotator who judged, and how often they made, changed or withdrew a judgement. */
export type StudyAnnotator = Row<typeof LIST_STUDY_ANNOTATORS>;

/**
 * All annotators who ever judged. The sum of their changes is the version of all judgements: each
 * change adds one in its own transaction and none is ever subtracted, so two states never share a
 * version. The row of the annotator holds the count, because every judgement of theirs locks it
 * anyway: no annotator waits for another.
 */
export async function listStudyAnnotators(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly StudyAnnotator[]> {
  return db.query(LIST_STUDY_ANNOTATORS, [workspaceId, evaluationId]);
}

export interface StudyRange {
  readonly evaluationId: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/**
 * A column of judgements as one JSON array without gaps. The database writes a hundred thousand
 * values in the time in which a driver makes ten thousand rows.
 */
const column = (value: string): string => `'[' || string_agg(CAST(${value} AS text), ',') || ']'`;

const EVERY = {
  annotator: 'annotator_id',
  positions: column('position'),
  /** −1 if unknown. */
  taken_ms: column('COALESCE(time_taken_ms, -1)'),
  judged_at: column('judged_at'),
};

/** Weights of the two variants in the number that encodes which were shown, and on which side. */
export const SHOWN_FIRST = 2048;
export const SHOWN_SECOND = 2;

const COMPARED = {
  /** The remainder is the side; −1 if the sides are unknown. */
  shown: column(
    `COALESCE(first_variant * ${SHOWN_FIRST} + second_variant * ${SHOWN_SECOND} + side, -1)`,
  ),
  /** The winner; −1 for a tie, −2 if both were bad, −3 without an outcome. */
  chosen: column(`COALESCE(CASE outcome WHEN 'slot' THEN winner WHEN 'tie' THEN -1
    WHEN 'both_bad' THEN -2 END, -3)`),
};

const SCORED = {
  variants: column('COALESCE(first_variant, -1)'),
  scores: column("COALESCE(score, 'null')"),
};

const ANSWERED = { answers: column('answers') };

function listStatement(columns: Readonly<Record<string, string>>) {
  const select = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
  const types = Object.fromEntries(Object.keys(columns).map((name) => [name, 'text?' as const]));
  return statement(
    `SELECT ${select.join(', ')}
     FROM judgements WHERE workspace_id = $1 AND evaluation_id = $2 AND counts = 1
     GROUP BY annotator_id`,
    types,
    'each time',
  );
}

const LIST_COLUMNS = {
  /** The first two are read from the index `judgements_of_study` alone. */
  compared: listStatement({ ...EVERY, ...COMPARED }),
  scored: listStatement({ ...EVERY, ...SCORED }),
  'compared and answered': listStatement({ ...EVERY, ...COMPARED, ...ANSWERED }),
  'scored and answered': listStatement({ ...EVERY, ...SCORED, ...ANSWERED }),
} as const;

type ColumnName =
  | keyof typeof EVERY
  | keyof typeof COMPARED
  | keyof typeof SCORED
  | keyof typeof ANSWERED;

/** The judgements of one annotator, in the requested columns. */
export type WrittenColumns = Readonly<Partial<Record<ColumnName, string | null>>>;

export interface ColumnQuery {
  readonly evaluationId: string;
  /** Answers to criteria take as long to read as all the rest. */
  readonly columns: keyof typeof LIST_COLUMNS;
}

/** All judgements of an evaluation that count, by annotator. */
export async function listStudyColumns(
  db: Queryable,
  workspaceId: string,
  { evaluationId, columns }: ColumnQuery,
): Promise<readonly WrittenColumns[]> {
  return db.query(LIST_COLUMNS[columns], [workspaceId, evaluationId]);
}

interface WrittenJoin {
  readonly table: string;
  readonly alias: string;
  readonly on: string;
}

/**
 * Joins in the written order, each row finding its matches through an index. Without statistics,
 * both engines would begin with the joined table, and PostgreSQL would then read all scenarios for
 * each of its rows. SQLite keeps the order of `CROSS JOIN`; PostgreSQL that of a lateral query,
 * which `OFFSET 0` keeps from being flattened.
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
          table: SHOWN_OUTPUTS,
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

/** The inputs of judged scenarios. */
export async function listJudgedInputs(
  db: Queryable,
  workspaceId: string,
  { evaluationId, firstPosition, lastPosition }: StudyRange,
): Promise<readonly PositionedInputs[]> {
  const range = [workspaceId, evaluationId, firstPosition, lastPosition];
  const rows = await db.query(LIST_INPUTS, range);
  return rows.map(({ position, inputs }) => ({ position, inputs: JSON.parse(inputs) }));
}
