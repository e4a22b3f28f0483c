import type { Upload } from '../../../contract/endpoint.ts';
import type { JsonObject } from '../../../contract/fields.ts';
import { JSON_LIMITS } from '../../../contract/json-limits.ts';
import { MAX_COLUMNS } from '../../../contract/testsets/testsets.ts';
import { columnReader, SCENARIO_COLUMN } from '../../../domain/outputs/output-columns.ts';
import { cellOf, textOf } from '../../../domain/testsets/row-texts.ts';
import { invalidImport } from '../../../files/invalid-import.ts';
import { type FileForm, readFileRows } from '../../../files/read-file-rows.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { Pace } from '../../pace.ts';

/** An output by the place of its scenario and of its variant in the evaluation. */
export interface PlacedOutput {
  readonly position: number;
  readonly variant: number;
  readonly output: string;
}

export interface OutputFile extends FileForm {
  readonly upload: Upload;
  readonly evaluation: HumanEvaluation;
  /** The position of the scenario with this id in the evaluation. */
  readonly findPosition: (id: string) => Promise<number | undefined>;
}

/**
 * The checked outputs in each row of a file. Rows belong to the scenarios in their order, unless a
 * column names the scenario. An empty cell leaves the output as it is. Columns that are not used
 * are added to `leftOut`.
 */
export async function* readOutputs(
  file: OutputFile,
  leftOut: Set<string>,
): AsyncGenerator<readonly PlacedOutput[]> {
  const { upload, evaluation, findPosition } = file;
  const useOf = columnReader(evaluation);
  const pace = new Pace();
  const taken = new Set<number>();
  let number = 0;
  let hasVariants = false;
  for await (const { row, line } of readFileRows(upload, file)) {
    const columns = Object.keys(row);
    const isNamed = columns.some((column) => useOf(column).kind === 'scenario');
    const position = isNamed ? await findPosition(textOf(cellOf(row, SCENARIO_COLUMN))) : number;
    if (position === undefined) {
      throw invalidImport('The evaluation has no scenario with this scenario_id.', line);
    }
    if (position >= evaluation.scenarioCount) {
      const reason = `Row ${number + 1} has no scenario: the last one is number ${evaluation.scenarioCount}. Remove the row, or extend the evaluation.`;
      throw invalidImport(reason, line);
    }
    if (taken.has(position))
      throw invalidImport('An earlier row is about the same scenario.', line);
    taken.add(position);
    const cells = new Map<number, string>();
    for (const column of columns) {
      const use = useOf(column);
      if (use.kind === 'unknown' && leftOut.size < MAX_COLUMNS) leftOut.add(column);
      if (use.kind !== 'output') continue;
      if (cells.has(use.variant)) throw invalidImport('Two columns name the same variant.', line);
      cells.set(use.variant, readOutput(row, column, line));
    }
    yield [...cells].flatMap(([variant, output]) =>
      output === '' ? [] : [{ position, variant, output }],
    );
    number += 1;
    hasVariants ||= cells.size > 0;
    await pace.keep();
  }
  if (number > 0 && !hasVariants) throw invalidImport(noColumn(evaluation), 1);
}

function noColumn(evaluation: HumanEvaluation): string {
  const names = evaluation.variants.map(({ name }) => `"${name}"`).join(', ');
  return `No column has the name or the id of a variant of this evaluation: ${names}.`;
}

/** Has the limit of an output that is sent by itself. */
export function readOutput(row: JsonObject, column: string, line: number): string {
  const output = textOf(cellOf(row, column));
  if (Buffer.byteLength(output) <= JSON_LIMITS.stringBytes) return output;
  throw invalidImport(`An output is longer than ${JSON_LIMITS.stringBytes} bytes.`, line);
}
