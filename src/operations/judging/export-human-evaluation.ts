import type { Input } from '../../contract/api.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
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
import {
  exportedPreferences,
  preferenceColumns,
  preferenceLine,
} from './parts/exported-preferences.ts';
import { exportedScenarios, scenarioColumns, scenarioLine } from './parts/exported-scenarios.ts';

/** Judgements, scenarios or preference pairs as CSV, safe to open in a spreadsheet unless `raw`, or lossless JSONL. */
export const exportHumanEvaluation: StreamingOperation<'exportHumanEvaluation'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.admit({ userId: evaluation.standing.userId });
  context.gate.permitIf(mayEdit(evaluation));
  const { content = 'judgements', format = 'csv' } = query;
  if (content === 'preferences') requireComparison(evaluation);
  const stream = STREAMS[content](context, evaluation, query);
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

function streamPreferences(
  context: Context,
  evaluation: HumanEvaluation,
  { format, raw, ties = 'omit' }: Query,
): AsyncIterable<string> {
  const batches = exportedPreferences(context, evaluation, ties);
  return format === 'jsonl'
    ? streamLines(batches, (preference) => preferenceLine(evaluation, preference))
    : streamCsv(batches, preferenceColumns(evaluation), readerOf(raw));
}

const STREAMS = {
  judgements: streamJudgements,
  scenarios: streamScenarios,
  preferences: streamPreferences,
} as const;

function requireComparison({ type }: HumanEvaluation): void {
  if (type === 'human_a_b_testing') return;
  const why = 'outputs were scored one at a time here: only comparisons have preference pairs';
  throw new ValidationFailure([issues.valueError(['query', 'content'], why)]);
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
