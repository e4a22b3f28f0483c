import type { JsonObject } from '../../contract/fields.ts';
import { csvLine } from '../../domain/csv-lines.ts';
import { cellOf, textOf } from '../../domain/row-texts.ts';
import { safeCell } from '../../domain/spreadsheet-cells.ts';
import type { StreamingOperation } from '../context.ts';
import { getTestsetRevision } from './get-testset-revision.ts';
import { readRows } from './read-rows.ts';

/** Rows as CSV, safe to open in a spreadsheet unless `raw` is asked for, or as lossless JSONL. */
export const exportTestset: StreamingOperation<'exportTestset'> = async (
  context,
  { parameters, query },
) => {
  const { standing, revision, testsetName } = await getTestsetRevision(
    context,
    parameters.testset_id,
    query.revision,
  );
  context.gate.permit(standing);
  const batches = readRows(context, standing.workspaceId, {
    revisionId: revision.id,
    rowCount: revision.rowCount,
  });
  const format = query.format ?? 'csv';
  const stream =
    format === 'jsonl'
      ? streamLines(batches)
      : streamCsv(batches, revision.columns, query.raw === true ? String : safeCell);
  return { stream, fileName: `${testsetName}.${format}` };
};

async function* streamLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield `${batch.join('\n')}\n`;
}

async function* streamCsv(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly string[],
  toCell: (text: string) => string,
): AsyncGenerator<string> {
  // Rows without any column have no lines that could be told from none.
  if (columns.length === 0) return;
  yield csvLine(columns.map(toCell));
  for await (const batch of batches) {
    const lines = batch.map((text) => {
      const row: JsonObject = JSON.parse(text);
      return csvLine(columns.map((column) => toCell(textOf(cellOf(row, column)))));
    });
    yield lines.join('');
  }
}
