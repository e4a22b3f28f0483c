import type { JsonObject } from '../../contract/fields.ts';
import { cellOf } from '../../domain/testsets/row-texts.ts';
import { streamCsv } from '../../files/stream-csv.ts';
import type { StreamingOperation } from '../context.ts';
import { getTestsetRevision } from './parts/get-testset-revision.ts';
import { readRows } from './parts/read-rows.ts';

/** Rows as CSV, safe to open in a spreadsheet unless `raw`, or as lossless JSONL. */
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
      : streamCsv(
          parsed(batches),
          revision.columns.map((name) => ({ name, value: (row) => cellOf(row, name) })),
          query.raw === true ? 'for programs' : 'for spreadsheets',
        );
  return { stream, fileName: `${testsetName}.${format}` };
};

async function* streamLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield `${batch.join('\n')}\n`;
}

async function* parsed(
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly JsonObject[]> {
  for await (const batch of batches) yield batch.map((text) => JSON.parse(text));
}
