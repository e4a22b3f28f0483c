import type { JsonObject } from '../../../contract/fields.ts';
import { Problem } from '../../../contract/problems.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../contract/testsets/testsets.ts';
import { cellOf, textOf } from '../../../domain/testsets/row-texts.ts';
import type { FileRow } from '../../../files/file-row.ts';
import { Pace } from '../../pace.ts';

/** What is known about a table before any of it is written. */
export interface TableSurvey {
  /** In the order in which they first occur. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Where a column first has no text; undefined if every row has some. */
  readonly firstEmpty: (column: string) => EmptyCells | undefined;
}

interface EmptyCells {
  readonly line: number;
  readonly count: number;
}

interface ColumnSurvey {
  filled: number;
  /** The line of the first row without text here. */
  emptyLine: number | undefined;
}

/** Reads a table to its end, so that a file that will be refused writes nothing. */
export async function surveyTable(rows: AsyncIterable<FileRow>): Promise<TableSurvey> {
  const surveys = new Map<string, ColumnSurvey>();
  const pace = new Pace();
  let rowCount = 0;
  let firstLine = 1;
  for await (const { row, line } of rows) {
    if (rowCount === 0) firstLine = line;
    for (const column of Object.keys(row)) {
      const survey = surveys.get(column) ?? {
        filled: 0,
        emptyLine: rowCount === 0 ? undefined : firstLine,
      };
      surveys.set(column, survey);
    }
    for (const [column, survey] of surveys) {
      if (hasText(row, column)) survey.filled += 1;
      else survey.emptyLine ??= line;
    }
    rowCount += 1;
    if (surveys.size > MAX_COLUMNS) throw tooMany(MAX_COLUMNS, 'columns');
    if (rowCount > MAX_ROWS) throw tooMany(MAX_ROWS, 'rows');
    await pace.keep();
  }
  return {
    columns: [...surveys.keys()],
    rowCount,
    firstEmpty: (column) => {
      const survey = surveys.get(column);
      if (survey?.emptyLine === undefined) return undefined;
      return { line: survey.emptyLine, count: rowCount - survey.filled };
    },
  };
}

/** Spreadsheets often end with rows of empty cells. */
export async function* rowsWithText(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  for await (const fileRow of rows) {
    const { row } = fileRow;
    if (Object.keys(row).some((column) => hasText(row, column))) yield fileRow;
  }
}

function hasText(row: JsonObject, column: string): boolean {
  return textOf(cellOf(row, column)).trim() !== '';
}

function tooMany(limit: number, kind: 'rows' | 'columns'): Problem {
  return new Problem(
    'payload_too_large',
    `A file for an evaluation has at most ${limit} ${kind}. Delete those that you do not need.`,
    { members: { limit, limit_kind: kind } },
  );
}
