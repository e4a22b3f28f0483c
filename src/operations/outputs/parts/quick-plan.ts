import type { EvaluationType } from '../../../contract/evaluations/evaluation-settings.ts';
import type { JsonObject } from '../../../contract/fields.ts';
import type { ColumnRoles } from '../../../domain/evaluations/column-roles.ts';
import type { StoredSettings } from '../../../domain/evaluations/evaluation-settings.ts';
import type { DesignRequest } from '../../../domain/evaluations/pair-design.ts';
import { cellOf } from '../../../domain/testsets/row-texts.ts';
import type { FileRow } from '../../../files/file-row.ts';
import type { Standing } from '../../../storage/callers.ts';
import { Pace } from '../../pace.ts';
import { type PlacedOutput, readOutput } from './read-outputs.ts';

/** A quick evaluation whose file was read once and found valid. */
export interface QuickPlan {
  readonly standing: Standing;
  readonly roles: ColumnRoles;
  readonly leftOut: readonly string[];
  readonly type: EvaluationType;
  readonly design: DesignRequest;
  readonly settings: StoredSettings;
  /** Undefined to be named after the file. */
  readonly name: string | undefined;
  readonly fileName: string;
  readonly judgementsPerTask: number;
  readonly guidelines: string;
  readonly readRows: () => AsyncIterable<FileRow>;
}

/** The part of a row that belongs in the test set: each input, and the expected output. */
export function testsetRow(row: JsonObject, { inputs, expected }: ColumnRoles): JsonObject {
  const columns = expected === null ? inputs : [...inputs, expected];
  return Object.fromEntries(columns.map((column) => [column, cellOf(row, column) ?? '']));
}

/** The outputs of each row; rows are scenarios in their order. */
export async function* placedOutputs({
  readRows,
  roles,
}: QuickPlan): AsyncGenerator<readonly PlacedOutput[]> {
  const pace = new Pace();
  let position = 0;
  for await (const { row, line } of readRows()) {
    const place = position;
    yield roles.outputs.map((column, variant) => ({
      position: place,
      variant,
      output: readOutput(row, column, line),
    }));
    position += 1;
    await pace.keep();
  }
}
