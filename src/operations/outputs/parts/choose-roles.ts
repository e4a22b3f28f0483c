import { decode } from '../../../contract/decode.ts';
import type { EvaluationType } from '../../../contract/evaluations/evaluation-settings.ts';
import { QuickColumns } from '../../../contract/outputs/quick-evaluations.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../../contract/validation.ts';
import { type ColumnRoles, roleFaults } from '../../../domain/evaluations/column-roles.ts';
import { guessRoles, tableFault } from '../../../domain/evaluations/guess-roles.ts';
import { invalidImport } from '../../../files/invalid-import.ts';
import type { TableSurvey } from './survey-table.ts';

const COLUMNS = ['body', 'columns'] as const;

/** The roles that a form names; undefined if they must be guessed. */
export function readSentRoles(text: string | undefined): ColumnRoles | undefined {
  if (text === undefined) return undefined;
  const faults: ValidationIssue[] = [];
  const sent = decode(QuickColumns, parse(text), COLUMNS, { source: 'json', found: faults });
  if (faults.length > 0) throw new ValidationFailure(faults);
  const { inputs = [], expected = null, outputs } = sent as QuickColumns; // Decoded by it just now.
  return { inputs, expected, outputs };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const why = 'send JSON such as {"inputs": ["question"], "outputs": ["answer_a", "answer_b"]}';
    throw new ValidationFailure([issues.valueError(COLUMNS, why)]);
  }
}

/** The roles of a file's columns, as sent or guessed. Refuses tables that no evaluation fits. */
export function chooseRoles(table: TableSurvey, sent: ColumnRoles | undefined): ColumnRoles {
  const { columns } = table;
  const fault = tableFault(columns, table.rowCount);
  if (fault !== undefined && (sent === undefined || table.rowCount === 0)) {
    throw invalidImport(fault, 1);
  }
  const roles = sent ?? guessRoles(columns);
  const faults = roleFaults(columns, roles);
  if (faults.length > 0) {
    throw new ValidationFailure(
      faults.map(({ place, why }) => issues.valueError([...COLUMNS, ...place], why)),
    );
  }
  refuseEmptyOutputs(table, roles);
  return roles;
}

/** A task without an output could never be judged, and the evaluation would never end. */
function refuseEmptyOutputs(table: TableSurvey, { outputs }: ColumnRoles): void {
  for (const column of outputs) {
    const empty = table.firstEmpty(column);
    if (empty === undefined) continue;
    const { line, count } = empty;
    const rows = count === 1 ? 'this row' : `${count} rows`;
    throw invalidImport(
      `The output in column "${column}" is empty in ${rows}. Fill it in, delete such rows, or leave the column out.`,
      line,
    );
  }
}

/** Two outputs or more are compared, one is scored, unless the form says otherwise. */
export function chooseType(
  { outputs }: ColumnRoles,
  sent: EvaluationType | undefined,
): EvaluationType {
  if (sent === undefined) return outputs.length > 1 ? 'human_a_b_testing' : 'single_model_test';
  if (sent === 'single_model_test' || outputs.length > 1) return sent;
  const why = 'a comparison takes two columns of outputs: name another one, or have outputs scored';
  throw new ValidationFailure([issues.valueError(['body', 'evaluation_type'], why)]);
}
