import { type ColumnRoles, roleFaults } from '../../domain/evaluations/column-roles.ts';
import { guessRoles } from '../../domain/evaluations/guess-roles.ts';

export const COLUMN_ROLES = ['input', 'expected', 'output', 'none'] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The role of each column, in the order of the columns. */
export type ColumnChoice = readonly { readonly column: string; readonly role: ColumnRole }[];

export function guessChoice(columns: readonly string[]): ColumnChoice {
  const { inputs, expected, outputs } = guessRoles(columns);
  const roleOf = (column: string): ColumnRole => {
    if (outputs.includes(column)) return 'output';
    if (column === expected) return 'expected';
    return inputs.includes(column) ? 'input' : 'none';
  };
  return columns.map((column) => ({ column, role: roleOf(column) }));
}

/** At most one column is the expected output: choosing another leaves out the previous one. */
export function withRole(choice: ColumnChoice, changed: string, role: ColumnRole): ColumnChoice {
  return choice.map((one) => {
    if (one.column === changed) return { ...one, role };
    return role === 'expected' && one.role === 'expected' ? { ...one, role: 'none' } : one;
  });
}

export function rolesOf(choice: ColumnChoice): ColumnRoles {
  const columnsWith = (role: ColumnRole) =>
    choice.flatMap((one) => (one.role === role ? [one.column] : []));
  return {
    inputs: columnsWith('input'),
    expected: columnsWith('expected')[0] ?? null,
    outputs: columnsWith('output'),
  };
}

/** Why these roles do not make an evaluation, as a sentence. */
export function choiceFault(choice: ColumnChoice): string | undefined {
  const columns = choice.map(({ column }) => column);
  const [fault] = roleFaults(columns, rolesOf(choice));
  if (fault === undefined) return undefined;
  return `${fault.why.slice(0, 1).toUpperCase()}${fault.why.slice(1)}.`;
}
