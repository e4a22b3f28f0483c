import type { Input } from '../../contract/api.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { streamCsv } from '../../files/stream-csv.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import type { Context, StreamingOperation } from '../context.ts';
import { mayEdit } from '../evaluations/parts/blindness.ts';
import {
  exportedJudgements,
  judgementColumns,
  judgementLine,
} from './parts/exported-judgements.ts';
import { exportedScenarios, scenarioColumns, scenarioLine } from './parts/exported-scenarios.ts';

/** Judgements or scenarios as CSV, safe to open in a spreadsheet unless `raw`, or lossless JSONL. */
export const exportHumanEvaluation: StreamingOperation<'exportHumanEvaluation'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.admit({ userId: evaluation.standing.userId });
  context.gate.permitIf(mayEdit(evaluation));
  const { content = 'judgements', format = 'csv' } = query;
  const stream =
    content === 'judgements'
      ? streamJudgements(context, evaluation, query)
      : streamScenarios(context, evaluation, query);
  return { stream, fileName: `${evaluation.testsetName} ${content}.${format}` };
};

type Query = Input<'exportHumanEvaluation'>['query'];

function streamJudgements(
  context: Context,
  evaluation: HumanEvaluation,
  { format, raw }: Query,
): AsyncIterable<string> {
  if (format === 'jsonl') {
    const batches = exportedJudgements(context, evaluation, 'with versions');
    return streamLines(batches, (judgement) => judgementLine(context, evaluation, judgement));
  }
  const batches = exportedJudgements(context, evaluation, 'as they are now');
  return streamCsv(batches, judgementColumns(evaluation), readerOf(raw));
}

function streamScenarios(
  context: Context,
  evaluation: HumanEvaluation,
  { format, raw }: Query,
): AsyncIterable<string> {
  const batches = exportedScenarios(context, evaluation);
  return format === 'jsonl'
    ? streamLines(batches, (scenario) => scenarioLine(evaluation, scenario))
    : streamCsv(batches, scenarioColumns(evaluation), readerOf(raw));
}

function readerOf(raw: boolean | undefined): 'for spreadsheets' | 'for programs' {
  return raw === true ? 'for programs' : 'for spreadsheets';
}

async function* streamLines<Row>(
  batches: AsyncIterable<readonly Row[]>,
  toLine: (row: Row) => object,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield batch.map((row) => `${JSON.stringify(toLine(row))}\n`).join('');
  }
}
